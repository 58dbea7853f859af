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
    // Whoever changes their own goes on with it: a session that ended here would take the secret with it, unseen.
    if (next !== undefined && application.clientId === session?.clientId)
      await signIn(application.clientId, next);
  });
  return (
    <section className="panel stack">
      <h2>Secret</h2>
      <p className="note">
        It cannot be shown again. A new one can be made; the one before may go on working until the next time,
        so that programs can change over.
      </p>
      <CheckField
        label="The present secret goes on working"
        checked={keepPrevious}
        onChange={setKeepPrevious}
      />
      {rotate.isError && <Failure error={rotate.error} />}
      <div>
        <button
          type="button"
          disabled={rotate.isPending}
          onClick={() => rotate.mutate({ id: application.id, keepPrevious })}
        >
          Make a new secret
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
