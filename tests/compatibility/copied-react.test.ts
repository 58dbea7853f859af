/** The React that the console's "Copy as …" copies, with the published kit. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { copiedViews } from '../support/copied-views.js';
import { token } from '../support/service.js';
import { servePage } from './react-kit/serve.js';

const { console, copiedReact } = copiedViews();

it('renders what was shown', async () => {
  const { browser, service } = console();
  const texts = await copiedReact();
  // Beside the kit's package, so that it is found.
  const root = await mkdtemp(fileURLToPath(new URL('./react-kit/copied-', import.meta.url)));
  try {
    for (const [name, text] of Object.entries(texts)) await writeFile(join(root, `${name}.jsx`), text);
    await writeFile(join(root, 'main.jsx'), mainOf(Object.keys(texts)));
    await writeFile(
      join(root, 'index.html'),
      '<div id="root"></div><script type="module" src="/main.jsx"></script>',
    );
    const served = await servePage(root);
    const page = await browser.context.newPage();
    const { body } = await token(service, { scope: 'metric:query metric:stats data_pool:query' });
    await page.route('**/weir-token', (route) => route.fulfill({ body: String(body['access_token']) }));
    await page.goto(served.url);
    const textOf = (name: string) => expect.poll(() => page.getByTestId(name).textContent());
    await textOf('counter').toBe('81');
    await textOf('report').toMatch(/FR10/);
    await textOf('records').toContain('DE');
    await textOf('statement').toBe('countrynCH10DE10FR10IT10');
    await page.getByTestId('timeSeries').locator('canvas').waitFor();
    await page.getByTestId('leaderboard').locator('canvas').waitFor();
    await page.close();
    await served.close();
  } finally {
    await rm(root, { recursive: true });
  }
});

const mainOf = (names: readonly string[]) => `\
import { createRoot } from 'react-dom/client';
${names.map((name) => `import ${name} from './${name}.jsx';`).join('\n')}
const views = { ${names.join(', ')} };
createRoot(document.getElementById('root')).render(
  Object.entries(views).map(([name, View]) => <section key={name} data-testid={name}><View /></section>),
);
`;
