import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The element that has the focus, also within a shadow root. */
export interface Focused {
  /** Its accessible name, as far as the console's controls have one. */
  readonly name: string;
  readonly tag: string;
  readonly isBody: boolean;
  readonly inDialog: boolean;
  /** Whether an outline shows the focus, on the element or on the frame of an editor. */
  readonly isVisible: boolean;
}

const tabsMax = 120;

/** A person without a pointer: everything is done with keys, and the focus is looked at after each. */
export interface Keyboard {
  focused(): Promise<Focused>;
  /** Tabs to the next control of this name, and of this kind if given. Each control on the way shows the focus. */
  tabTo(name: string, tag?: string): Promise<void>;
  /** Tabs to a control and presses it. */
  press(name: string, key?: string): Promise<void>;
  /** Tabs to a text field and replaces its text. */
  fill(name: string, text: string): Promise<void>;
  /** Tabs to a select and chooses an option by the letters of its label. */
  choose(name: string, option: string): Promise<void>;
  /** Tabs to a picker, types the name of an option and chooses it. */
  pick(name: string, option: string): Promise<void>;
  /** Waits until the element with this name has the focus. */
  hasFocus(name: string): Promise<void>;
  /** Tabs round an open dialog: the focus stays in it. */
  staysInDialog(): Promise<void>;
}

export function keyboardOf(page: Page): Keyboard {
  const focused = () => page.evaluate(describeFocus);
  const tabTo = async (name: string, tag?: string) => {
    const seen: string[] = [];
    for (let tabs = 0; tabs < tabsMax; tabs += 1) {
      await page.keyboard.press('Tab');
      const now = await focused();
      // After the last control the focus leaves the page, and comes back to its first one.
      if (!now.isBody)
        expect(now, `the focus shows on ${now.tag} "${now.name}"`).toMatchObject({ isVisible: true });
      if (now.name === name && (tag === undefined || tag === now.tag)) return;
      seen.push(now.name);
    }
    throw new Error(`No control "${name}" can be reached with Tab, only ${[...new Set(seen)].join(', ')}`);
  };
  const press = async (name: string, key = 'Enter') => {
    await tabTo(name);
    await page.keyboard.press(key);
  };
  const fill = async (name: string, text: string) => {
    await tabTo(name);
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
  };
  const choose = async (name: string, option: string) => {
    await tabTo(name, 'select');
    await page.keyboard.type(option);
    const chosen = () =>
      page.evaluate(() => (document.activeElement as HTMLSelectElement).selectedOptions?.[0]?.label);
    await expect.poll(chosen).toBe(option);
  };
  const pick = async (name: string, option: string) => {
    await tabTo(name, 'input');
    await page.keyboard.type(option);
    await page.getByRole('option', { name: option, exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value))
      .toBe(option);
  };
  const hasFocus = (name: string) => expect.poll(async () => (await focused()).name).toBe(name);
  const staysInDialog = async () => {
    const start = await focused();
    expect(start.inDialog).toBe(true);
    for (let tabs = 0; tabs < tabsMax; tabs += 1) {
      await page.keyboard.press('Tab');
      const now = await focused();
      expect(now.inDialog || now.isBody, `"${now.name}" is in the dialog`).toBe(true);
      if (now.name === start.name) return;
    }
    throw new Error(`Tab does not come back to "${start.name}"`);
  };
  return { focused, tabTo, press, fill, choose, pick, hasFocus, staysInDialog };
}

/** Runs in the page. */
function describeFocus(): Focused {
  let element = document.activeElement as HTMLElement;
  const host = element;
  while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement as HTMLElement;
  const labels = (element as HTMLInputElement).labels ?? [];
  const isBody = element === document.body;
  const name = element.getAttribute('aria-label') ?? labels[0]?.textContent ?? element.textContent ?? '';
  const outlined = (one: Element | null | undefined) => {
    const { outlineStyle, outlineWidth } = one
      ? getComputedStyle(one)
      : { outlineStyle: 'none', outlineWidth: '0' };
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  };
  return {
    name: isBody ? 'nothing' : name.trim(),
    tag: element.tagName.toLowerCase(),
    isBody,
    inDialog: host.closest('dialog[open]') !== null,
    isVisible: outlined(element) || outlined(host.closest('.editor')),
  };
}
