import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { Markdown } from './markdown.js';

const attacks = [
  '<img src="/attack-1" onerror="window.attacked = true">',
  '<script>window.attacked = true</script>',
  '![picture](/attack-2)',
  '<iframe srcdoc="<script>parent.attacked = true</script>"></iframe>',
  '<style>* { display: none }</style>',
  '<svg onload="window.attacked = true">',
].join('\n\n');

it('shows hostile HTML as text: it runs nothing, loads nothing and hides nothing', async () => {
  const screen = await render(<Markdown text={`${attacks}\n\nAll is well.`} />);
  await expect.element(screen.getByText('All is well.')).toBeVisible();
  await expect.element(screen.getByText('<script>window.attacked = true</script>')).toBeVisible();
  expect(screen.container.querySelectorAll('img, script, iframe, style, svg')).toHaveLength(0);
  expect(window).not.toHaveProperty('attacked');
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  expect(loaded.filter((url) => url.includes('attack-'))).toEqual([]);
});

it.each([
  '[here](javascript:alert(1))',
  '[here](JavaScript:alert(1))',
  '[here](java&#115;cript:alert(1))',
  '[here](<java\tscript:alert(1)>)',
  '[here](//other.example)',
  '[here](vbscript:x)',
  '[here]: javascript:alert(1)\n\n[here]',
])('makes no link of %j', async (text) => {
  const screen = await render(<Markdown text={text} />);
  await expect.element(screen.getByText('here')).toBeVisible();
  await expect.element(screen.getByRole('link')).not.toBeInTheDocument();
});

it('keeps a link that tries to leave its attribute a link to where it says', async () => {
  const screen = await render(<Markdown text={'[here](https://a.example/"onclick="alert(1))'} />);
  const link = screen.getByRole('link', { name: 'here' });
  await expect.element(link).not.toHaveAttribute('onclick');
  expect((link.element() as HTMLAnchorElement).origin).toBe('https://a.example');
});

it('leaves links to other files of the docs to its caller', async () => {
  const linkOf = (link: string) => link.replace(/^(.*)\.md$/, '#/docs/$1');
  const screen = await render(<Markdown text="| a |\n|-|\n| [SQL](sql.md) |" linkOf={linkOf} />);
  await expect.element(screen.getByRole('link', { name: 'SQL' })).toHaveAttribute('href', '#/docs/sql');
});
