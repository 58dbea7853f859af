import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { PoolColumns } from './sql-completion.js';
import { SqlEditor } from './sql-editor.js';

const pools: PoolColumns = new Map([['orders', [{ columnName: 'country', type: 'STRING' }]]]);

interface PageProps {
  readonly tables?: PoolColumns | undefined;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Draws a text when it is told to. */
function Page({ tables, value, onChange }: PageProps) {
  const [memory] = useState(() => new Map());
  return (
    <SqlEditor
      ref={null}
      tab="1"
      memory={memory}
      value={value}
      onChange={onChange}
      onRun={() => undefined}
      tables={tables}
      postgres
    />
  );
}

/** Draws at once what is typed. */
function PromptPage({ tables, sql = '' }: Pick<PageProps, 'tables'> & { sql?: string }) {
  const [value, setValue] = useState(sql);
  return <Page tables={tables} value={value} onChange={setValue} />;
}

it('completes a name that was typed before the Data Pools were known', async () => {
  const screen = await render(<PromptPage />);
  await screen.getByRole('textbox', { name: 'SQL' }).click();
  await userEvent.keyboard('SELECT * FROM ord');
  await screen.rerender(<PromptPage tables={pools} />);
  await screen.getByRole('option', { name: 'orders' }).click();
  await expect.element(screen.getByRole('textbox')).toHaveTextContent('SELECT * FROM orders');
});

it('opens no list by itself over a text that nobody typed', async () => {
  const screen = await render(<PromptPage sql="SELECT * FROM or" />);
  await screen.getByRole('textbox', { name: 'SQL' }).click();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await screen.rerender(<PromptPage tables={pools} />);
  await userEvent.keyboard('d');
  const option = screen.getByRole('option', { name: 'orders' });
  await expect.element(option).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(option).not.toBeInTheDocument();
  await screen.rerender(<PromptPage tables={new Map(pools)} />);
  // Longer than the editor takes to open its list.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(option.query()).toBeNull();
});

it('keeps what is typed while the page has yet to draw what was typed before', async () => {
  const typed: string[] = [];
  const page = (value: string) => <Page tables={pools} value={value} onChange={(text) => typed.push(text)} />;
  const screen = await render(page(''));
  const editor = screen.getByRole('textbox', { name: 'SQL' });
  await editor.click();
  await userEvent.keyboard('SEL');
  expect(typed).toEqual(['S', 'SE', 'SEL']);
  for (const text of ['SE', 'SEL']) {
    await screen.rerender(page(text));
    await expect.element(editor).toHaveTextContent(/^SEL$/);
  }
  // A text from elsewhere, such as a saved query, is shown, also one that was typed before.
  for (const text of ['SELECT 1', 'S', '']) {
    await screen.rerender(page(text));
    await expect.poll(() => typed.at(-1)).toBe(text);
  }
});
