import { useState } from 'react';
import { announce } from './announcer.js';
import './copyable.css';

const copiedMs = 1_500;

/** Copies a text and says so. Returns whether the browser allowed it. */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${what} copied`);
    return true;
  } catch {
    announce('The browser blocked copying. Select the text and copy it manually.');
    return false;
  }
}

export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(text, what))) return;
    setCopied(true);
    window.setTimeout(() => setCopied(false), copiedMs);
  };
  return (
    <button
      type="button"
      className="small-button"
      onClick={copy}
      aria-label={`${copied ? 'Copied' : 'Copy'} ${what}`}
    >
      {copied ? 'Copied' : 'Copy'}
    </button>
  );
}

/** Text with a copy button. Long text scrolls and can be focused by keyboard. */
export function Copyable({ text, what, wrap = false }: { text: string; what: string; wrap?: boolean }) {
  return (
    <div className={wrap ? 'copyable wrap-anywhere' : 'copyable'}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section tabIndex={0} aria-label={what}>
        <code>{text}</code>
      </section>
      <CopyButton text={text} what={what} />
    </div>
  );
}
