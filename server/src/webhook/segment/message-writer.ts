import { randomUUID } from 'node:crypto';
import * as json from '../../base/json-bytes.js';
import type { RowWriter } from '../../ingest/row-writer.js';
import type { SharedMember } from './envelope.js';
import { type Member, type MemberScanner, memberNames } from './member-scanner.js';

export interface MessageContext {
  readonly bytes: Buffer;
  readonly scanner: MemberScanner;
  /** What the batch has for messages that lack it. */
  readonly shared: readonly SharedMember[];
  /** The type of messages without one; undefined where they need their own. */
  readonly type: string | undefined;
  /** The time of messages without one. */
  readonly nowMs: number;
}

export interface WrittenMessage {
  /** The member with its ID, if it has one. */
  readonly id: Member | undefined;
  readonly end: number;
}

const knownNames = memberNames([
  'type',
  'messageId',
  'timestamp',
  'originalTimestamp',
  'sentAt',
  'context',
  'integrations',
  'writeKey',
]);

/** Writes messages as events: what the sender wrote, byte for byte, without the write key, and with what is missing. */
export class MessageWriter {
  readonly #context: MessageContext;
  readonly #out: RowWriter;
  /** The values of members that messages must have, as JSON. */
  readonly #defaults: Map<string, () => string>;
  #separator = json.OPEN_BRACE;
  /** Where the members start that are copied next, as they are. */
  #run = 0;

  constructor(context: MessageContext, out: RowWriter) {
    this.#context = context;
    this.#out = out;
    const { type, nowMs } = context;
    const now = JSON.stringify(new Date(nowMs));
    this.#defaults = new Map([
      ['messageId', () => JSON.stringify(randomUUID())],
      ['timestamp', () => now],
    ]);
    if (type !== undefined) this.#defaults.set('type', () => JSON.stringify(type));
  }

  /** Yields for a pause. What is no object is written as it is: the pipeline says what is wrong with it. */
  *write(at: number): Generator<undefined, WrittenMessage> {
    const { scanner, shared } = this.#context;
    if (scanner.peek(at) !== json.OPEN_BRACE) {
      const end = scanner.skipValue(at);
      this.#copy(at, end);
      return { id: undefined, end };
    }
    const missing = new Set([...this.#defaults.keys(), ...shared.map(({ name }) => name)]);
    let id: Member | undefined;
    let originalTime: Member | undefined;
    this.#separator = json.OPEN_BRACE;
    this.#run = scanner.skipSpace(at + 1);
    for (const member of scanner.members(at, knownNames)) {
      if (!member) {
        yield;
        continue;
      }
      const { name, end } = member;
      if (name === 'writeKey' || (missing.has(name) && scanner.isNull(member))) {
        this.#copyRun(member.before, end);
        continue;
      }
      missing.delete(name);
      if (name === 'messageId') id = member;
      if (name === 'originalTimestamp' && !scanner.isNull(member)) originalTime = member;
      const base = shared.find((other) => other.name === name);
      if (base) yield* this.#merge(member, base);
    }
    const end = scanner.objectEnd;
    this.#copyRun(end - 1, end - 1);
    for (const name of missing) this.#add(name, originalTime);
    this.#out.byte(json.CLOSE_BRACE);
    return { id, end };
  }

  /** Adds what only the batch has to an object of the message. */
  *#merge(own: Member, base: SharedMember): Generator<undefined, void> {
    const { scanner } = this.#context;
    if (!base.members || scanner.peek(own.valueStart) !== json.OPEN_BRACE) return;
    const lacking = new Map(base.members);
    for (const member of scanner.members(own.valueStart, base.memberNames)) {
      if (member) lacking.delete(member.name);
      else yield;
    }
    this.#copyRun(own.end - 1, own.end);
    const first = scanner.skipSpace(own.valueStart + 1);
    let isEmpty = scanner.peek(first) === json.CLOSE_BRACE;
    for (const { start, end } of lacking.values()) {
      if (!isEmpty) this.#out.byte(json.COMMA);
      isEmpty = false;
      this.#copy(start, end);
    }
    this.#out.byte(json.CLOSE_BRACE);
  }

  #add(name: string, originalTime: Member | undefined): void {
    this.#separate();
    const base = this.#context.shared.find((other) => other.name === name);
    if (base) {
      this.#copy(base.start, base.end);
      return;
    }
    this.#out.ascii(`"${name}":`);
    if (name === 'timestamp' && originalTime) this.#copy(originalTime.valueStart, originalTime.end);
    else this.#out.ascii(this.#defaults.get(name)?.() ?? 'null');
  }

  /** Copies members up to an offset; the next run starts with the member after another offset. */
  #copyRun(end: number, next: number): void {
    if (end > this.#run) {
      this.#separate();
      this.#copy(this.#run, end);
    }
    this.#run = this.#context.scanner.afterMember(next);
  }

  #separate(): void {
    this.#out.byte(this.#separator);
    this.#separator = json.COMMA;
  }

  #copy(start: number, end: number): void {
    this.#out.bytes(this.#context.bytes, start, end);
  }
}
