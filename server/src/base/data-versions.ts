/**
 * Counts the changes to each Data Pool's records that this process made. Whoever caches an answer
 * keeps the version that it was computed at, and drops it when that is no longer the current one.
 * It is exact only while this process is the only one that writes.
 */
export class DataVersions {
  /** One small number for each Data Pool that was written to since the start. */
  readonly #versions = new Map<string, number>();

  of(dataPoolId: string): number {
    return this.#versions.get(dataPoolId) ?? 0;
  }

  bump(dataPoolId: string): void {
    this.#versions.set(dataPoolId, this.of(dataPoolId) + 1);
  }
}
