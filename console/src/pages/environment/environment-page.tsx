import {
  type EnvironmentPartsFragment,
  environmentQuery,
  modifyEnvironmentMutation,
  type WeekStart,
} from '@weir/client';
import { useState } from 'react';
import { useChange, useOperation } from '../../api/use-operation.js';
import { formatEnum } from '../../format/format.js';
import { weekStarts } from '../../time-range/granularity.js';
import { announce } from '../../ui/announcer.js';
import { changedFields } from '../../ui/changed-fields.js';
import { SelectField } from '../../ui/field.js';
import { Form, FormEnd } from '../../ui/form.js';
import { NameFields, namedOf } from '../../ui/name-fields.js';
import { Page } from '../../ui/page.js';
import { Answered } from '../../ui/states.js';

export default function EnvironmentPage() {
  const answer = useOperation(environmentQuery, {});
  return (
    <Page title="Environment" isForm>
      <Answered answer={answer} what="the Environment">
        {({ environment }) =>
          environment && <EditForm key={environment.modifiedAt} environment={environment} />
        }
      </Answered>
    </Page>
  );
}

const weekOptions = weekStarts.map((value) => ({ value, label: formatEnum(value) }));

function EditForm({ environment }: { environment: EnvironmentPartsFragment }) {
  const before = { ...namedOf(environment), weekStart: environment.weekStart };
  const [draft, setDraft] = useState(before);
  const modify = useChange(modifyEnvironmentMutation, () => announce('Saved'));
  const submit = () => {
    modify.mutate({ input: changedFields(before, draft) });
  };
  return (
    <Form className="panel form" error={modify.error} onSubmit={submit}>
      <NameFields named={draft} onChange={(named) => setDraft({ ...draft, ...named })} />
      <SelectField
        label="Weeks start on"
        value={draft.weekStart}
        onChange={(weekStart) => setDraft({ ...draft, weekStart: weekStart as WeekStart })}
        options={weekOptions}
        hint="In dashboards and queries that do not choose a day themselves."
      />
      <FormEnd submit="Save" disabled={modify.isPending} />
    </Form>
  );
}
