import { type RegisteredRouter, useMatches, useRouter } from '@tanstack/react-router';
import { useMemo, useSyncExternalStore } from 'react';
import { type Href, hrefOf } from './href.js';

type Search = RegisteredRouter['latestLocation']['search'];

interface View {
  readonly path: string;
  /** The parameters of any route, because a component may be on the pages of several. */
  readonly search: Search;
  /** The URL of this page with other parameters. */
  readonly hrefWith: (search: Search) => Href;
}

/**
 * The path and parameters of the page that is shown. The router renders a new URL only after the event that changed it. By then,
 * React has reset the text field that was typed in, and moved its caret to the end. So parameters come from the URL itself, unless
 * it is already that of the next page.
 */
export function useView(): View {
  const router = useRouter();
  const { history } = router;
  const latest = useSyncExternalStore(history.subscribe, () => history.location);
  const { pathname, search } = useMemo(() => router.parseLocation(latest), [router, latest]);
  const shown = useMatches({ select: (matches) => matches.at(-1) });
  const path = shown?.pathname ?? '/';
  return {
    path,
    search: pathname === path ? search : (shown?.search ?? {}),
    hrefWith: (other) => hrefOf(path, other),
  };
}
