import type { ExportQuarantinedEventsQuery } from '@weir/client';

type Page = ExportQuarantinedEventsQuery['quarantinedEvents'];

/** All that is exported is in the tab's memory until it is saved. */
export const exportEventsMax = 10_000;
export const exportCharactersMax = 100_000_000;

export interface Export {
  /** NDJSON: one event per line. */
  readonly lines: readonly string[];
  /** Whether there are more events than the limits let through. */
  readonly endsEarly: boolean;
}

interface ExportOptions {
  readonly readPage: (after: string | null) => Promise<Page>;
  readonly onProgress: (events: number) => void;
  readonly charactersMax?: number;
}

/** Reads events page by page, newest first, up to the limits. */
export async function exportEvents({
  readPage,
  onProgress,
  charactersMax = exportCharactersMax,
}: ExportOptions): Promise<Export> {
  const lines: string[] = [];
  let characters = 0;
  for (let after: string | null = null; ; ) {
    const { nodes, pageInfo }: Page = await readPage(after);
    for (const { id, receivedAt, errors, payload } of nodes) {
      const line = `${JSON.stringify({ id, receivedAt, errors, payload })}\n`;
      characters += line.length;
      if (lines.length === exportEventsMax || characters > charactersMax) return { lines, endsEarly: true };
      lines.push(line);
    }
    onProgress(lines.length);
    if (!pageInfo.hasNextPage) return { lines, endsEarly: false };
    after = pageInfo.endCursor;
  }
}
