import type { DataPoolInput } from '@propeldata/ui-kit';

/** What the page is tested with; the test sets it before the page loads. */
export interface Settings {
  /** Of `/graphql`. */
  readonly propelApiUrl: string;
  readonly token: string;
  /** With both its id and its name, which callers from JavaScript may send. */
  readonly dataPool: DataPoolInput;
  readonly dataPoolName: string;
}

export const { settings } = window as unknown as { settings: Settings };
