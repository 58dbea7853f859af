/** A thread of the ParsePool: reads one statement after another. An unexpected fault ends it, and the pool replaces it. */
import { parentPort } from 'node:worker_threads';
import { WeirError } from '../../base/errors.js';
import { loadParsers } from '../expression/parsers.js';
import { readColumnstore } from './columnstore/read-query.js';
import type { ReadOutcome, ReadRequest, WorkerMessage } from './parse-pool.js';

const parsers = await loadParsers();

function read({ source, dialect }: ReadRequest): ReadOutcome {
  try {
    return {
      read: dialect === 'POSTGRESQL' ? parsers.postgres.parseStatement(source) : readColumnstore(source),
    };
  } catch (error) {
    if (!(error instanceof WeirError)) throw error;
    return { refused: { message: error.message, details: error.details } };
  }
}

const say = (message: WorkerMessage) => parentPort?.postMessage(message);

parentPort?.on('message', (request: ReadRequest) => {
  say('begun');
  say({ outcome: read(request) });
});
