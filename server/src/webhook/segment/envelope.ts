import * as json from '../../base/json-bytes.js';
import { BodyRefusal } from '../../ingest/refusal.js';
import { type Member, type MemberNames, type MemberScanner, memberNames } from './member-scanner.js';

/** What a body has around its messages. */
export interface Envelope {
  /** Undefined when the body is one message. */
  readonly batchAt: number | undefined;
  readonly messageAt: number;
  readonly writeKey: string | undefined;
  /** What each message of a batch gets unless it has it. */
  readonly shared: readonly SharedMember[];
}

export interface SharedMember extends Member {
  /** Of an object: merged into the message's own object. */
  readonly members: ReadonlyMap<string, Member> | undefined;
  readonly memberNames: MemberNames;
}

const sharedNames = new Set(['context', 'integrations', 'sentAt']);
const names = memberNames(['batch', 'writeKey', ...sharedNames]);
const sharedMembersMax = 1_000;
const writeKeyBytesMax = 128;

/** Yields for a pause. */
export function* readEnvelope(
  scanner: MemberScanner,
  body: Buffer,
  isBatch: boolean,
): Generator<undefined, Envelope> {
  const at = scanner.skipSpace(0);
  if (scanner.peek(at) !== json.OPEN_BRACE) throw scanner.unexpected(at, 'an object');
  const found = new Map<string, Member>();
  for (const member of scanner.members(at, names)) {
    if (!member) {
      yield;
      continue;
    }
    // Messages in the other one would be lost.
    if (isBatch && found.has(member.name)) throw scanner.unexpected(member.start, `one "${member.name}"`);
    found.set(member.name, member);
  }
  const end = scanner.skipSpace(scanner.objectEnd);
  if (end < body.length) throw scanner.unexpected(end, 'the end of the body');
  const writeKey = stringOf(body, found.get('writeKey'));
  if (!isBatch) return { batchAt: undefined, messageAt: at, writeKey, shared: [] };
  const batch = found.get('batch');
  if (!batch || scanner.peek(batch.valueStart) !== json.OPEN_BRACKET)
    throw new BodyRefusal('no_batch', batch?.valueStart ?? at, 'Expected an array of messages in "batch"');
  const shared: SharedMember[] = [];
  for (const member of found.values()) {
    if (!sharedNames.has(member.name) || scanner.isNull(member)) continue;
    const members = yield* membersOf(scanner, member);
    shared.push({ ...member, members, memberNames: memberNames(members?.keys() ?? []) });
  }
  return { batchAt: batch.valueStart, messageAt: at, writeKey, shared };
}

function* membersOf(
  scanner: MemberScanner,
  { name, valueStart }: Member,
): Generator<undefined, ReadonlyMap<string, Member> | undefined> {
  if (scanner.peek(valueStart) !== json.OPEN_BRACE) return undefined;
  const members = new Map<string, Member>();
  for (const member of scanner.members(valueStart)) {
    if (member) members.set(member.name, member);
    else yield;
    if (members.size > sharedMembersMax)
      throw new BodyRefusal(
        'too_many_fields',
        valueStart,
        `More than ${sharedMembersMax} keys in "${name}" of the batch`,
      );
  }
  return members;
}

function stringOf(body: Buffer, member: Member | undefined): string | undefined {
  if (!member || member.end - member.valueStart > writeKeyBytesMax) return undefined;
  const text = body.toString('utf8', member.valueStart, member.end);
  return text.startsWith('"') ? JSON.parse(text) : undefined;
}
