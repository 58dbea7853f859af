import { execFileSync } from 'node:child_process';
import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';

/**
 * Bad sectors of a disk whose image is a file on a btrfs. Their bytes are changed below the btrfs, which has their checksums, so that
 * every read of them is an input/output error of the disk. Nothing is lost: repaired, they can be read again.
 */
export interface DiskLayers {
  /** The file with the btrfs. */
  readonly store: string;
  /** The file with the disk, on the btrfs. */
  readonly image: string;
}

interface Extent {
  readonly from: number;
  readonly to: number;
  readonly at: number;
}

const blockBytes = 4096;
const extentPattern = /^ *\d+: +(\d+)\.\. *(\d+): +(\d+)\.\./gm;
const chunkPattern = /CHUNK_ITEM (\d+)\).*?length (\d+).*?stripe 0 devid 1 offset (\d+)/gs;

export class BadSectors {
  readonly #layers: DiskLayers;
  /** Of the blocks that cannot be read. */
  #places: readonly number[] = [];

  constructor(layers: DiskLayers) {
    this.#layers = layers;
  }

  /** Nothing of this file can be read any more; of the one before, everything. */
  spoil(path: string): void {
    this.repair();
    const extents = extentsOf(path);
    const { image, store } = this.#layers;
    const layers = [extents, extentsOf(image)];
    // The btrfs may have grown.
    execFileSync('sync', ['--file-system', image]);
    layers.push(chunksOf(store));
    const blocks = extents.flatMap(({ from, to }) =>
      Array.from({ length: Math.ceil((to - from) / blockBytes) }, (_, n) => from + n * blockBytes),
    );
    this.#places = blocks.map((block) => layers.reduce(placeOf, block));
    this.#invert();
    dropFromMemory(path);
  }

  repair(): void {
    this.#invert();
    this.#places = [];
  }

  /** Twice is as before. */
  #invert(): void {
    const file = openSync(this.#layers.store, 'r+');
    for (const place of this.#places) {
      const byte = Buffer.alloc(1);
      readSync(file, byte, 0, 1, place);
      writeSync(file, Buffer.from([255 - byte.readUInt8()]), 0, 1, place);
    }
    fsyncSync(file);
    closeSync(file);
    dropFromMemory(this.#layers.image);
  }
}

/** The file system has kept what it has read. */
function dropFromMemory(path: string): void {
  execFileSync('dd', [`if=${path}`, 'iflag=nocache', 'count=0', 'status=none']);
}

const numbers = (pattern: RegExp, text: string) =>
  [...text.matchAll(pattern)].map(([, ...found]) => found.map(Number) as [number, number, number]);

/** Synced before, so that it has its final place. */
function extentsOf(path: string): Extent[] {
  const text = execFileSync('filefrag', ['-s', '-b1', '-v', path], { encoding: 'utf8' });
  return numbers(extentPattern, text).map(([from, to, at]) => ({ from, to, at }));
}

function chunksOf(store: string): Extent[] {
  const text = execFileSync('btrfs', ['inspect-internal', 'dump-tree', '-t', 'chunk', store], {
    encoding: 'utf8',
  });
  return numbers(chunkPattern, text).map(([from, length, at]) => ({ from, to: from + length - 1, at }));
}

function placeOf(place: number, extents: readonly Extent[]): number {
  const extent = extents.find(({ from, to }) => from <= place && place <= to);
  if (!extent) throw new Error(`Byte ${place} is not on the disk`);
  return extent.at + place - extent.from;
}
