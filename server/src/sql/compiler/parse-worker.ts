/** A thread of the ParsePool: reads one statement after another. An unexpected fault ends it, and the pool replaces it. */
import { parentPort } from 'node:worker_threads';
import { WeirError } from '../../base/errors.js';
import { refuse } from '../text/source.js';
import type { ReadOutcome, ReadRequest, WorkerMessage } from './parse-pool.js';
import { loadParsers } from './parsers.js';
import { readEngineDialect, readPostgres } from './read-dialect.js';

const parsers = await loadParsers();

/** What the event loop can be given: more than a tree of as many parts as are allowed comes to. */
const treeObjectsMax = 100_000;

function objectsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let objects = 1;
  for (const part of Object.values(value)) objects += objectsIn(part);
  return objects;
}

function read({ source, dialect }: ReadRequest): ReadOutcome {
  try {
    const text = dialect === 'POSTGRESQL' ? readPostgres(parsers, source) : readEngineDialect(source);
    if (objectsIn(text.tree) > treeObjectsMax) throw refuse(source, 0, 'It has too many parts. Simplify it.');
    return { read: text };
  } catch (error) {
    if (!(error instanceof WeirError)) throw error;
    return { refused: { message: error.message, details: error.details } };
  }
}

const say = (message: WorkerMessage) => parentPort?.postMessage(message);

parentPort?.on('message', (request: ReadRequest) => {
  say('begun');
  // As JSON: the event loop reads it in a third of the time that it takes to receive a tree of objects.
  say({ outcomeJson: JSON.stringify(read(request)) });
});
