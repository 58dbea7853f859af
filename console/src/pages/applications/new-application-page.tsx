import { type ApplicationScope, createApplicationMutation } from '@weir/client';
import { useState } from 'react';
import { useChange } from '../../api/use-operation.js';
import { href } from '../../routing/href.js';
import { navigate } from '../../routing/navigate.js';
import { useMayGive } from '../../session/permissions.js';
import { Form, FormEnd } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { type ApplicationDraft, ApplicationFields } from './application-form.js';
import { SecretDialog } from './secret-dialog.js';

const emptyDraft = { uniqueName: '', description: '', tier: undefined };
const usualScopes: readonly ApplicationScope[] = ['METRIC_QUERY'];

interface Created {
  readonly id: string;
  readonly clientId: string;
  readonly secret: string;
}

export function NewApplicationPage() {
  const [draft, setDraft] = useState<ApplicationDraft>({
    ...emptyDraft,
    scopes: usualScopes.filter(useMayGive()),
  });
  const [created, setCreated] = useState<Created>();
  const create = useChange(createApplicationMutation, ({ createApplication }) => {
    if (!createApplication || !('application' in createApplication)) return;
    const { id, clientId, secret } = createApplication.application;
    setCreated({ id, clientId, secret: secret ?? '' });
  });
  const submit = () => {
    create.mutate({ input: { ...draft, uniqueName: draft.uniqueName.trim() } });
  };
  const close = () => {
    // Removes the secret from the mutation cache.
    create.reset();
    navigate(href('/applications/$id', { id: created?.id ?? '' }));
  };
  return (
    <Page title="New Application" isForm crumb={{ label: 'Applications', to: href('/applications') }}>
      <Form className="panel form" error={create.error} onSubmit={submit}>
        <ApplicationFields draft={draft} set={(changes) => setDraft({ ...draft, ...changes })} isNew />
        <FormEnd
          submit={create.isPending ? 'Creating…' : 'Create Application'}
          disabled={create.isPending || draft.scopes.length === 0}
          cancel={href('/applications')}
        />
      </Form>
      {created && <SecretDialog clientId={created.clientId} secret={created.secret} onClose={close} />}
    </Page>
  );
}
