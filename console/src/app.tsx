import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect } from 'react';
import { useTheme } from './preferences/theme.js';
import { useLocation } from './routing/location.js';
import { viewOf } from './routing/views.js';
import { useSessionState } from './session/session.js';
import { SignInPage } from './session/sign-in-page.js';
import { Shell } from './shell/shell.js';
import { Announcer } from './ui/announcer.js';

export function App() {
  const { session } = useSessionState();
  const { path } = useLocation();
  const theme = useTheme();
  const queries = useQueryClient();
  // Before the effects of what is inside: charts read their colours from it.
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  // What one Application may see is not for the next.
  useEffect(() => {
    if (!session) queries.clear();
  }, [session, queries]);
  return (
    <>
      {session ? <Shell path={path}>{viewOf(path)}</Shell> : <SignInPage />}
      <Announcer />
    </>
  );
}
