import { applicationsQuery, createShareLinkMutation } from '@weir/client';
import { useState } from 'react';
import { useChange } from '../../../api/use-operation.js';
import { useWholeList } from '../../../api/use-whole-list.js';
import { useMay } from '../../../session/permissions.js';
import { namedOptions, SelectField, TextField } from '../../../ui/field.js';
import { Form, FormEnd } from '../../../ui/form.js';
import { Picker } from '../../../ui/picker.js';
import type { DraftTile } from '../dashboard-draft.js';
import { titleOf } from '../tile-title.js';
import type { CreatedLink } from './created-link.js';

const dayMs = 24 * 60 * 60 * 1000;
const lifetimes = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
];

interface ShareFormProps {
  readonly dashboardId: string;
  readonly tiles: readonly DraftTile[];
  readonly onCreated: (created: CreatedLink) => void;
}

export function ShareForm({ dashboardId, tiles, onCreated }: ShareFormProps) {
  const mayChoose = useMay()('manageApplications');
  const applications = useWholeList(applicationsQuery, 'applications', mayChoose);
  const [description, setDescription] = useState('');
  const [tile, setTile] = useState('');
  const [days, setDays] = useState('30');
  const [application, setApplication] = useState('');
  const [policyValues, setPolicyValues] = useState('');
  const create = useChange(createShareLinkMutation, ({ createShareLink }) => {
    if (createShareLink) onCreated(createShareLink);
  });
  const submit = () => {
    create.mutate({
      input: {
        dashboard: dashboardId,
        description,
        expiresAt: new Date(Date.now() + Number(days) * dayMs).toISOString(),
        ...(tile !== '' && { tile }),
        ...(application !== '' && { application }),
        ...(policyValues.trim() !== '' && { policyValues }),
      },
    });
  };
  return (
    <Form className="stack" aria-label="New link" error={create.error} onSubmit={submit}>
      <div className="row-fields">
        <TextField
          label="For whom"
          name="description"
          value={description}
          onChange={setDescription}
          placeholder="Acme Inc."
        />
        <Picker
          label="Shows"
          value={tile}
          onChange={setTile}
          options={[
            { value: '', label: 'The whole dashboard' },
            ...tiles.map((each) => ({ value: each.key, label: titleOf(each) })),
          ]}
        />
        <SelectField label="Valid for" value={days} onChange={setDays} options={lifetimes} />
      </div>
      <details>
        <summary>Which records it shows</summary>
        <div className="stack">
          <p className="note">
            Viewers see the records that the access policies of an Application show, with these policy values.
            Without a policy, they see nothing of a Data Pool with access control, even if the Application has
            the scope admin.
          </p>
          <div className="row-fields">
            {mayChoose && (
              <Picker
                label="Application"
                value={application}
                onChange={setApplication}
                options={[
                  { value: '', label: 'The one you are signed in with' },
                  ...namedOptions(applications.data?.applications?.nodes),
                ]}
              />
            )}
            <TextField
              label="Policy values"
              name="policyValues"
              value={policyValues}
              onChange={setPolicyValues}
              placeholder='{"tenant": "acme"}'
              hint="A JSON object"
              mono
            />
          </div>
        </div>
      </details>
      <FormEnd submit="Create link" disabled={create.isPending} />
    </Form>
  );
}
