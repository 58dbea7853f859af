import { open } from 'node:fs/promises';
import { badRequest } from '../base/errors.js';

const magic = 'PAR1';
const encryptedMagic = 'PARE';
const magicBytes = 4;
/** The length of the footer, and the magic after it. */
const endBytes = 8;

/**
 * Refuses a file whose frame is not Parquet's, before the engine reads it: a file that was cut off, or is something else. The engine
 * may hang in a file that is damaged further inside.
 */
export async function checkParquetFrame(path: string): Promise<void> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const start = Buffer.alloc(magicBytes);
    const end = Buffer.alloc(endBytes);
    await handle.read(start, 0, magicBytes, 0);
    await handle.read(end, 0, endBytes, Math.max(0, size - endBytes));
    const last = end.toString('latin1', endBytes - magicBytes);
    if (start.toString('latin1') === encryptedMagic || last === encryptedMagic)
      throw unreadable('it is encrypted');
    if (start.toString('latin1') !== magic) throw unreadable('it does not begin as Parquet does');
    if (last !== magic) throw unreadable('it does not end as Parquet does, perhaps because it was cut off');
    if (end.readUInt32LE(0) > size - magicBytes - endBytes)
      throw unreadable('its footer is longer than the file, perhaps because it was cut off');
  } finally {
    await handle.close();
  }
}

const unreadable = (problem: string) => badRequest(`The file cannot be read: ${problem}`);
