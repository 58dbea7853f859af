import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { TextField } from '../ui/field.js';
import { Form, FormFailure } from '../ui/form.js';
import { signIn, useSessionState } from './session.js';
import './sign-in-page.css';

export function SignInPage() {
  const { ended, lastClientId } = useSessionState();
  const [clientId, setClientId] = useState(lastClientId);
  const [clientSecret, setClientSecret] = useState('');
  const attempt = useMutation({ mutationFn: () => signIn(clientId.trim(), clientSecret.trim()) });
  useEffect(() => {
    document.title = 'Sign in · Weir';
  }, []);
  const submit = () => {
    attempt.mutate();
  };
  return (
    <div className="sign-in">
      <main>
        <div className="brand">
          <img src="./favicon.svg" alt="" />
          Weir
        </div>
        <section className="panel stack">
          <h1 tabIndex={-1}>Sign in</h1>
          {ended && (
            <div className="alert alert-warn" role="status">
              {ended}
            </div>
          )}
          <p className="note">
            Use the credentials of an Application. The service printed the first Application's credentials
            when it first started.
          </p>
          <Form className="stack" error={attempt.error} onSubmit={submit}>
            <TextField
              label="Client ID"
              value={clientId}
              onChange={setClientId}
              autoComplete="username"
              required
              wide
              mono
            />
            <TextField
              label="Client secret"
              type="password"
              value={clientSecret}
              onChange={setClientSecret}
              autoComplete="current-password"
              required
              wide
              hint="Kept only in this tab's memory. Other tabs, and this one after a reload, stay signed in until the access token expires."
            />
            <FormFailure />
            <button type="submit" className="primary" disabled={attempt.isPending}>
              {attempt.isPending ? 'Signing in…' : 'Sign in'}
            </button>
          </Form>
          <p className="note small">
            Lost the secret? On the machine that runs Weir, <code>npm run replace-secret</code> prints a new
            one.
          </p>
        </section>
      </main>
    </div>
  );
}
