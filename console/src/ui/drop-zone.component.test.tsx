import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { DropZone } from './drop-zone.js';

async function renderZone() {
  const onFile = vi.fn<(file: File) => void>();
  const screen = await render(<DropZone accept=".csv" note="CSV with a header" onFile={onFile} />);
  const input = screen.getByLabelText('Drop a file here, or choose one');
  const zone = input.element().parentElement as HTMLElement;
  return { input, zone, onFile };
}

function drag(type: 'dragover' | 'dragleave' | 'drop', zone: HTMLElement, dataTransfer = new DataTransfer()) {
  const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
  zone.dispatchEvent(event);
  return event;
}

it('takes a file that is chosen with its button', async () => {
  const { input, onFile } = await renderZone();
  await expect.element(input).toHaveAttribute('accept', '.csv');
  await userEvent.upload(input, new File(['a,b\n1,2'], 'rows.csv', { type: 'text/csv' }));
  expect(onFile).toHaveBeenCalledOnce();
  expect(await onFile.mock.calls[0]?.[0].text()).toBe('a,b\n1,2');
});

it('takes a dropped file, which the browser does not open in its place', async () => {
  const { zone, onFile } = await renderZone();
  const dropped = new DataTransfer();
  dropped.items.add(new File(['a'], 'rows.csv'));
  expect(drag('dragover', zone, dropped).defaultPrevented).toBe(true);
  expect(drag('drop', zone, dropped).defaultPrevented).toBe(true);
  expect(onFile.mock.calls.map(([file]) => file.name)).toEqual(['rows.csv']);
});

it('shows where to drop only while something is over it', async () => {
  const { zone } = await renderZone();
  const border = () => getComputedStyle(zone).borderColor;
  const atRest = border();
  drag('dragover', zone);
  await expect.poll(border).not.toBe(atRest);
  drag('dragleave', zone);
  await expect.poll(border).toBe(atRest);
});

it('ignores a dropped text', async () => {
  const { zone, onFile } = await renderZone();
  const dropped = new DataTransfer();
  dropped.setData('text/plain', 'a,b');
  drag('drop', zone, dropped);
  expect(onFile).not.toHaveBeenCalled();
});

it('lets the browser report the same file again', async () => {
  const { input } = await renderZone();
  await userEvent.upload(input, new File(['a'], 'rows.csv'));
  const element = input.element() as HTMLInputElement;
  expect(element.files).toHaveLength(1);
  // Its default would open the browser's dialog.
  element.addEventListener('click', (event) => event.preventDefault());
  element.click();
  expect(element.files).toHaveLength(0);
});
