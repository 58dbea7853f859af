import { createServer, type Server, type Socket } from 'node:net';
import { boundMessage } from '../../engine-message.js';
import { AnswerTooLong } from '../../engine-transport.js';
import { quoteText } from '../../parameters.js';
import { type Frame, readFrames, sendFrame } from '../frame.js';
import type { HostAnswer, HostBegin, HostRequest, HostStatement } from '../host-protocol.js';
import { PoolExhausted, type SessionPool } from './session-pool.js';

/** Answers statements, inserts and pings over chDB. */
export interface HostPools {
  readonly readers: SessionPool;
  /** For results that are written to a pipe: they take as long as their reader does. */
  readonly exports: SessionPool;
  readonly writers: SessionPool;
  /** For pings and kills, which must not wait behind other statements. */
  readonly control: SessionPool;
  readonly readerRole: string;
  /** Resolves when what a statement has written is on disk. Called before it is answered. */
  readonly written: () => Promise<void>;
  /** Resolves when nothing that was read has failed. Called before an answer that may be from the disk. */
  readonly read: () => Promise<void>;
}

const tooManySimultaneousQueries = 202;
const unknownFailure = 1002;
/**
 * To count failed reads costs as much as a small statement. A disk takes longer than this to fail, so an answer that took less is
 * from memory.
 */
const readFromDiskMsMin = 10;
const insertPattern = /^INSERT INTO ([A-Za-z0-9_.]+) FORMAT JSONEachRow$/;
const readPattern = /^SELECT\b/;
/** The setting that identifies a running statement. */
const nameSetting = 'log_comment';

export function createHostServer(pools: HostPools): Server {
  return createServer((socket) => {
    readFrames<HostRequest>(socket, (frame) => {
      const { id } = frame.description;
      const reply = (engineCode: HostAnswer['engineCode'], body: Uint8Array) =>
        sendFrame(socket, { id, engineCode } satisfies HostAnswer, body);
      answer(pools, frame, socket).then(
        (body) => reply(null, body),
        (error: unknown) => reply(engineCodeOf(error), Buffer.from(messageOf(error))),
      );
    });
    // The client has disconnected; its statements end by themselves.
    socket.on('error', () => undefined);
  });
}

async function answer(
  pools: HostPools,
  { description, body }: Frame<HostRequest>,
  socket: Socket,
): Promise<Uint8Array> {
  if ('ping' in description) {
    await pools.control.use(({ session }) => session.queryAsync('SELECT 1'));
    return new Uint8Array();
  }
  if (description.insert !== undefined) {
    await insert(pools.writers, description.insert, description, body);
    await pools.written();
    return new Uint8Array();
  }
  const text = body.toString('utf8');
  const { name, format = 'TabSeparated', answerBytesMax = Number.POSITIVE_INFINITY } = description;
  const pool = poolFor(pools, description, text);
  if (pool === pools.control) {
    for (const waiting of [pools.readers, pools.exports, pools.writers]) killWaiting(waiting, description);
  }
  const begins = () => {
    const { id } = description;
    if (!socket.destroyed) sendFrame(socket, { id, begins: true } satisfies HostBegin, new Uint8Array());
  };
  let startedAt = 0;
  const bytes = await pool.use(
    async ({ session, state }) => {
      if (socket.destroyed) throw new Error('The client has disconnected');
      startedAt = performance.now();
      const result = await session.queryAsync(state.prefix(description) + text + suffix(description), {
        format,
      });
      return result.bytes();
    },
    name,
    begins,
  );
  if (pool === pools.writers && !readPattern.test(text)) await pools.written();
  else if (performance.now() - startedAt > readFromDiskMsMin) await pools.read();
  // Checked here, because the service would have to receive all of it first.
  if (bytes.length > answerBytesMax) throw new AnswerTooLong(answerBytesMax);
  return bytes;
}

/** The names are a parameter in the engine's notation, each of them quoted. */
function killWaiting(pool: SessionPool, { parameters }: HostStatement): void {
  const ids = parameters['ids'] ?? '';
  pool.killWaiting((name) => ids.includes(quoteText(name)));
}

/**
 * A query's name is appended to the statement, because it differs for each query and a separate SET costs twice as much.
 * Statements with a name are SELECTs that Weir printed, which have no SETTINGS clause yet.
 */
function suffix({ name, output, fileFormat = '' }: HostStatement): string {
  const into =
    output === undefined
      ? ''
      : `\nINTO OUTFILE ${quoteText(output)} APPEND FORMAT ${checkedFormat(fileFormat)}`;
  return name === undefined ? into : `${into}\nSETTINGS ${nameSetting} = ${quoteText(name)}`;
}

function checkedFormat(format: string): string {
  if (!/^\w+$/.test(format)) throw new Error(`"${format}" is not a valid name of a format`);
  return format;
}

function poolFor(pools: HostPools, { role, output }: HostStatement, text: string): SessionPool {
  if (output !== undefined) return pools.exports;
  if (role === pools.readerRole) return pools.readers;
  return text.startsWith('KILL ') ? pools.control : pools.writers;
}

async function insert(writers: SessionPool, text: string, { settings, name }: HostStatement, rows: Buffer) {
  const table = insertPattern.exec(text)?.[1];
  if (table === undefined)
    throw new Error('The only INSERT supported is INSERT INTO database.table FORMAT JSONEachRow');
  const all = name === undefined ? settings : { ...settings, [nameSetting]: name };
  await writers.use(
    ({ session }) => session.insert({ table, values: rows, format: 'JSONEachRow', settings: all }),
    name,
  );
}

const messageOf = (error: unknown) => boundMessage(error instanceof Error ? error.message : String(error));

function engineCodeOf(error: unknown): number {
  if (error instanceof PoolExhausted) return tooManySimultaneousQueries;
  if (error instanceof Error && 'clickhouseCode' in error)
    return Number(error.clickhouseCode ?? unknownFailure);
  return unknownFailure;
}
