import { createDashboardMutation, metricsQuery } from '@weir/client';
import { useState } from 'react';
import { useChange } from '../../api/use-operation.js';
import { useWholeList } from '../../api/use-whole-list.js';
import { href } from '../../routing/href.js';
import { navigate } from '../../routing/navigate.js';
import { announce } from '../../ui/announcer.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { FileInput } from '../../ui/file-input.js';
import { Form, FormEnd } from '../../ui/form.js';
import { NameField } from '../../ui/name-fields.js';
import { Failure } from '../../ui/states.js';
import { DashboardFileError, readDashboardFile } from './dashboard-file.js';

type ReadFile = ReturnType<typeof readDashboardFile>;

const fileBytesMax = 1_000_000;

/** Creates a dashboard from a file that was exported. What is wrong with the file is said before anything is sent. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const metrics = useWholeList(metricsQuery, 'metrics');
  const [problem, setProblem] = useState<string>();
  const [read, setRead] = useState<ReadFile>();
  const [uniqueName, setUniqueName] = useState('');
  const create = useChange(createDashboardMutation, ({ createDashboard }) => {
    announce('Dashboard imported');
    navigate(href('/dashboards/$id', { id: createDashboard?.dashboard.id ?? '' }));
  });
  const choose = async (file: File) => {
    setRead(undefined);
    setProblem(undefined);
    create.reset();
    try {
      if (file.size > fileBytesMax) throw new DashboardFileError('The file is larger than 1 MB');
      const dashboard = readDashboardFile(await file.text(), metrics.data?.metrics?.nodes ?? []);
      setRead(dashboard);
      setUniqueName(dashboard.uniqueName ?? '');
    } catch (error) {
      if (!(error instanceof DashboardFileError)) throw error;
      setProblem(error.message);
    }
  };
  const submit = () => {
    if (read) create.mutate({ input: { ...read, uniqueName: uniqueName.trim() } });
  };
  return (
    <Dialog title="Import a dashboard" onClose={onClose}>
      <Form className="stack" error={create.error} onSubmit={submit}>
        <Field
          label="File"
          hint="JSON that was exported from a dashboard. Its Metrics are found by ID, or else by name."
          problem={problem}
          wide
        >
          {(control) => (
            <FileInput
              {...control}
              accept=".json,application/json"
              disabled={metrics.isPending}
              onFile={(file) => void choose(file)}
            />
          )}
        </Field>
        {metrics.isError && <Failure error={metrics.error} />}
        {read && <NameField value={uniqueName} onChange={setUniqueName} />}
        <FormEnd submit="Import" disabled={!read || create.isPending} cancel={onClose} />
      </Form>
    </Dialog>
  );
}
