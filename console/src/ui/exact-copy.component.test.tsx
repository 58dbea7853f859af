import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { copyExact, Shortened } from './exact-copy.js';

const renderValues = () =>
  render(
    <section aria-label="Values" onCopy={copyExact}>
      <table>
        <tbody>
          <tr>
            <td>
              <button type="button">⋯</button>
            </td>
            <td>CH</td>
            <td>
              <Shortened exact="9007199254740993" text="9.0072e15" />
            </td>
            <td>
              <Shortened exact="0.3333333333333333" text="0.333333" />
            </td>
          </tr>
          <tr>
            <td>
              <button type="button">⋯</button>
            </td>
            <td>DE</td>
            <td>
              <Shortened exact="1234567.5" text="1.23457M" />
            </td>
            <td>
              <Shortened exact="0.25" text="0.25" />
            </td>
          </tr>
        </tbody>
      </table>
    </section>,
  );

/** What a copy of the selection puts into the clipboard; undefined when the browser copies the text as it is shown. */
function copied(): string | undefined {
  const clipboardData = new DataTransfer();
  const event = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true });
  const isLeftToBrowser = window.getSelection()?.anchorNode?.parentElement?.dispatchEvent(event);
  return isLeftToBrowser ? undefined : clipboardData.getData('text/plain');
}

function select(from: Node, to: Node, [start, end] = [0, to.childNodes.length]): void {
  window.getSelection()?.setBaseAndExtent(from, start ?? 0, to, end ?? 0);
}

it('copies the exact value of a shortened one that is selected by a double click', async () => {
  const screen = await renderValues();
  await screen.getByText('0.333333').dblClick();
  expect(window.getSelection()?.toString().trim()).toBe('0.333333');
  expect(copied()).toBe('0.3333333333333333');
});

it('leaves a selected part of a number as it is', async () => {
  const screen = await renderValues();
  const text = screen.getByText('9.0072e15').element().firstChild as Text;
  select(text, text, [0, 3]);
  expect(copied()).toBeUndefined();
});

it('copies cells of several rows as a spreadsheet expects, without their buttons', async () => {
  const screen = await renderValues();
  const body = screen.getByRole('table').element().firstChild as Element;
  select(body, body);
  expect(copied()).toBe('CH\t9007199254740993\t0.3333333333333333\nDE\t1234567.5\t0.25');
});

it('copies exact values from some cells of one row', async () => {
  const screen = await renderValues();
  select(screen.getByText('CH').element(), screen.getByText('0.333333').element());
  expect(copied()).toBe('CH\t9007199254740993\t0.3333333333333333');
});

it('copies the exact value of a cell that is selected by a triple click', async () => {
  const screen = await renderValues();
  await userEvent.tripleClick(screen.getByText('9.0072e15'));
  expect(copied()).toBe('9007199254740993');
});

it('leaves it to the browser when nothing is selected', async () => {
  const screen = await renderValues();
  const cell = screen.getByText('CH').element();
  select(cell, cell, [0, 0]);
  expect(copied()).toBeUndefined();
});
