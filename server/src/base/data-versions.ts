/**
 * Counts the changes that this process made to each Data Pool's records. A cached answer stores the version it was
 * computed at, and is invalid once that is no longer the current one. This is exact only while this process is the
 * only writer.
 */
export class DataVersions {
  /** One small number for each Data Pool that was written to since the start. */
  readonly #versions = new Map<string, number>();
  readonly #listeners: ((dataPoolId: string) => void)[] = [];

  of(dataPoolId: string): number {
    return this.#versions.get(dataPoolId) ?? 0;
  }

  bump(dataPoolId: string): void {
    this.#versions.set(dataPoolId, this.of(dataPoolId) + 1);
    for (const listener of this.#listeners) listener(dataPoolId);
  }

  /** Calls the listener after every change. */
  onChange(listener: (dataPoolId: string) => void): void {
    this.#listeners.push(listener);
  }
}
