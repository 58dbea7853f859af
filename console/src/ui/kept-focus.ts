import { useEffect } from 'react';

/**
 * A browser drops the focus when its element is removed or disabled, and someone with a keyboard or a screen reader is lost.
 * What is disabled while a request runs gets the focus back afterwards. For what is removed, the focus goes to the heading or
 * the first control of what was around it. A popover returns the focus itself.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: { readonly element: Element; readonly around: readonly Element[] } | undefined;
    const isDropped = () => document.activeElement === document.body;
    const remember = ({ target }: FocusEvent) => {
      const element = target as Element;
      last = { element, around: ancestorsOf(element) };
    };
    // When a person clicks on an empty part of the page, the focus is not lost but given up.
    const forget = () =>
      queueMicrotask(() => {
        if (isDropped() && last?.element.isConnected && !last.element.matches(':disabled')) last = undefined;
      });
    const changes = new MutationObserver((records) => {
      if (!last || !isDropped()) return;
      const { element, around } = last;
      if (around.some((one) => one.matches('.popover'))) return;
      if (element.isConnected) {
        if (records.some(({ target }) => target === element)) (element as HTMLElement).focus();
        return;
      }
      for (const place of around.filter((one) => one.isConnected)) {
        const next =
          place.querySelector<HTMLElement>('h1[tabindex]') ?? place.querySelector<HTMLElement>(controls);
        if (next) return next.focus({ preventScroll: true });
      }
    });
    document.addEventListener('focusin', remember);
    document.addEventListener('focusout', forget);
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('focusout', forget);
      changes.disconnect();
    };
  }, []);
}

const controls =
  ':is(button, input, select, textarea):not(:disabled), a[href], summary, [tabindex]:not([tabindex="-1"])';

function ancestorsOf(element: Element): readonly Element[] {
  const around: Element[] = [];
  for (let one = element.parentElement; one; one = one.parentElement) around.push(one);
  return around;
}
