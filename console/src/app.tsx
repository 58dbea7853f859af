import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect, useLayoutEffect } from 'react';
import { NotPermittedPage } from './pages/not-permitted-page.js';
import { useTheme } from './preferences/theme.js';
import { useMay } from './session/permissions.js';
import { useSessionState } from './session/session.js';
import { SignInPage } from './session/sign-in-page.js';
import { Shell } from './shell/shell.js';
import { Announcer } from './ui/announcer.js';
import { useKeptFocus } from './ui/kept-focus.js';

export function App() {
  const { session } = useSessionState();
  const may = useMay();
  const isPermitted = useMatches().every(({ staticData: { needs } }) => !needs || may(needs));
  const theme = useTheme();
  const queries = useQueryClient();
  useKeptFocus();
  // A layout effect, so that it runs before the charts read their colours.
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  // The next Application must not see cached data of this one.
  useEffect(() => {
    if (!session) queries.clear();
  }, [session, queries]);
  return (
    <>
      {session ? <Shell>{isPermitted ? <Outlet /> : <NotPermittedPage />}</Shell> : <SignInPage />}
      <Announcer />
    </>
  );
}
