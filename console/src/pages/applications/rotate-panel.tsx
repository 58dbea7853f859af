import { type ApplicationPartsFragment, rotateApplicationSecretMutation } from '@weir/client';
import { useState } from 'react';
import { useChange } from '../../api/use-operation.js';
import { signIn, useSessionState } from '../../session/session.js';
import { CheckField } from '../../ui/field.js';
import { Failure } from '../../ui/states.js';
import { SecretDialog } from './secret-dialog.js';

export function RotatePanel({ application }: { application: ApplicationPartsFragment }) {
  const [keepPrevious, setKeepPrevious] = useState(true);
  const [secret, setSecret] = useState<string>();
  const { session } = useSessionState();
  const rotate = useChange(rotateApplicationSecretMutation, async (result) => {
    const next = result.rotateApplicationSecret?.application.secret ?? undefined;
    setSecret(next);
    // After rotating the own secret, sign in with the new one: otherwise the session would end before the secret is shown.
    if (next !== undefined && application.clientId === session?.clientId)
      await signIn(application.clientId, next);
  });
  return (
    <section className="panel stack">
      <h2>Secret</h2>
      <p className="note">
        The current secret cannot be shown again. When you create a new one, you can keep the current one
        valid until the next rotation, so that clients can switch over without downtime.
      </p>
      <CheckField label="Keep the current secret valid" checked={keepPrevious} onChange={setKeepPrevious} />
      {rotate.isError && <Failure error={rotate.error} />}
      <div>
        <button
          type="button"
          disabled={rotate.isPending}
          onClick={() => rotate.mutate({ id: application.id, keepPrevious })}
        >
          Create new secret
        </button>
      </div>
      {secret !== undefined && (
        <SecretDialog
          clientId={application.clientId}
          secret={secret}
          onClose={() => {
            rotate.reset();
            setSecret(undefined);
          }}
        />
      )}
    </section>
  );
}
