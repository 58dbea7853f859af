/** The examples of the README and the docs, typed into one terminal in the order of a reader. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../support/engines.js';
import { openService } from '../support/shared-service.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = ['README.md', ...readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))].map(
  (name, index) => (index === 0 ? name : `docs/${name}`),
);
const withoutComments = (text: string) => text.replaceAll(/^#.*$/gm, '');
/** Builds, or changes the service itself. */
const isForNpm = (text: string) => /^npm /m.test(text);
/** Needs an ID or a name that the reader has chosen. */
const hasPlaceholder = (text: string) => withoutComments(text).includes('…');

const examples = pages.flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```sh\n(.*?)\n```$/gms)].map(([, text = '']) => ({
    page,
    text,
  })),
);
const typed = examples.filter(({ text }) => !isForNpm(text) && !hasPlaceholder(text));

it('have placeholders only where a reader has to choose', () => {
  const chosen = examples.filter(({ text }) => hasPlaceholder(text) && !isForNpm(text));
  expect(chosen.map(({ page }) => page)).toEqual(['docs/embedding.md', 'docs/operations.md']);
  expect(typed.length).toBeGreaterThanOrEqual(12);
  // It goes on until it is ended.
  expect(typed.at(-1)?.page).toBe('docs/subscriptions.md');
});

it('work as they stand, one after the other', async () => {
  const service = await openService();
  const directory = temporaryDirectory();
  // Curl fails when the answer is an error, and says which.
  writeFileSync(join(directory, '.curlrc'), 'fail-with-body\nno-progress-meter\n');
  const { dataSources } = await service.request<{
    dataSources: { nodes: { connectionSettings: { webhookUrl: string } }[] };
  }>('{ dataSources { nodes { connectionSettings { ... on WebhookConnectionSettings { webhookUrl } } } } }');
  const script = typed.map(({ page, text }) => `echo "--- ${page}"\n${text}\n`).join('\n');
  const terminal = spawn(
    'bash',
    ['-eo', 'pipefail', '-c', script.replaceAll('http://localhost:8080', service.url)],
    {
      cwd: directory,
      env: {
        ...process.env,
        CURL_HOME: directory,
        CLIENT_ID: service.clientId,
        CLIENT_SECRET: service.clientSecret,
        WEBHOOK_URL: dataSources.nodes[0]?.connectionSettings.webhookUrl ?? '',
      },
      // A group of its own, which can be ended with all that it has started.
      detached: true,
    },
  );
  let shown = '';
  await new Promise<void>((resolve) => {
    const read = (text: string) => {
      shown += text;
      if (/^data: .*value/m.test(shown)) resolve();
    };
    terminal.stdout.setEncoding('utf8').on('data', read);
    terminal.stderr.setEncoding('utf8').on('data', read);
    terminal.once('close', () => resolve());
  });
  if (terminal.exitCode === null) process.kill(-(terminal.pid ?? 0), 'SIGKILL');
  expect(shown).toMatch(/^data: \{"data":\{"counter":\{"value":"\d+"\}\}\}$/m);
  expect(shown).not.toContain('"errors"');
  expect(shown).toContain('{"data":{"counter":{"value":"1"}}}');
  expect(shown).toContain('"affectedRecords":"1"');
  expect(shown.match(/"rows":1,/g)).toHaveLength(3);
}, 120_000);
