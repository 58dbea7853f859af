import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const dist = fileURLToPath(new URL('../../console/dist/', import.meta.url));
const firstLoadBytesMax = 350_000;

/** What the browser fetches for a page before anyone clicks: it, its scripts and styles, and what those import. */
async function firstLoad(page: string): Promise<readonly string[]> {
  const html = await readFile(join(dist, page), 'utf8');
  const files = [page, ...[...html.matchAll(/(?:src|href)="\.?\/([^"]+)"/g)].map(([, file = '']) => file)];
  for (const file of files) {
    if (!file.endsWith('.js')) continue;
    const text = await readFile(join(dist, file), 'utf8');
    for (const [, name] of text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) {
      const imported = `assets/${name}`;
      if (!files.includes(imported)) files.push(imported);
    }
  }
  return files;
}

describe('the first load of the console', () => {
  it('is under 350 KB compressed, without charts, editor, dashboards and pickers', async () => {
    const files = await firstLoad('index.html');
    expect(files.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(0);
    const sizes = await Promise.all(
      files.map(async (file) => (await readFile(join(dist, `${file}.gz`))).length),
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(total).toBeLessThan(firstLoadBytesMax);
    expect(files.join()).not.toMatch(
      /echarts|sql-page|graphiql|dashboard-page|arranged-grid|combo-box|docs-page/,
    );
  });

  it('names nothing from outside and has no inline script or style', async () => {
    for (const page of ['index.html', 'graphiql.html']) {
      const html = await readFile(join(dist, page), 'utf8');
      expect(html).not.toMatch(/(?:src|href)="https?:/);
      expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
      expect(html).not.toMatch(/<style|style="/);
    }
  });
});
