import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readOrCreate } from './durable-file.js';

/** An ID for this node, stored in its data directory. Call only while holding the directory's lock. */
export function readNodeId(directory: string): string {
  return readOrCreate(join(directory, 'node-id'), randomUUID);
}
