/** A worker thread of the ParsePool: parses one statement at a time. The pool replaces it if it crashes. */
import { parentPort } from 'node:worker_threads';
import { WeirError } from '../../base/errors.js';
import { refuse } from '../text/source.js';
import type { ReadOutcome, ReadRequest, WorkerMessage } from './parse-pool.js';
import { loadParsers } from './parsers.js';
import { readEngineDialect, readPostgres } from './read-dialect.js';

const parsers = await loadParsers();

/** Bounds the tree that the event loop receives: a part of a statement is about four objects. */
const treeObjectsMax = 50_000;

function objectsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let objects = 1;
  for (const part of Object.values(value)) objects += objectsIn(part);
  return objects;
}

function read({ source, dialect }: ReadRequest): ReadOutcome {
  try {
    const text = dialect === 'POSTGRESQL' ? readPostgres(parsers, source) : readEngineDialect(source);
    if (objectsIn(text.tree) <= treeObjectsMax) return { read: text };
    const { message, details } = refuse(source, 0, 'The statement has too many parts. Simplify it.');
    // The text is in this dialect: the other one must not give it another meaning.
    return { refused: { message, details: { ...details, dialect } } };
  } catch (error) {
    if (!(error instanceof WeirError)) throw error;
    return { refused: { message: error.message, details: error.details } };
  }
}

const post = (message: WorkerMessage) => parentPort?.postMessage(message);

parentPort?.on('message', (request: ReadRequest) => {
  post('begun');
  // The event loop parses JSON in a third of the time that it takes to receive a structured clone of the tree.
  post({ outcomeJson: JSON.stringify(read(request)) });
});
