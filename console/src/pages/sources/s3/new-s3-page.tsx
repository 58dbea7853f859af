import { createS3DataSourceMutation, type S3FileFormat } from '@weir/client';
import { useState } from 'react';
import { useChange } from '../../../api/use-operation.js';
import { href } from '../../../routing/href.js';
import { navigate } from '../../../routing/navigate.js';
import { announce } from '../../../ui/announcer.js';
import { SelectField, TextField } from '../../../ui/field.js';
import { Form, FormEnd } from '../../../ui/form.js';
import { Page } from '../../../ui/page.js';
import { ConnectionFields, emptyConnection } from './connection-fields.js';
import { formatOptions } from './s3-source.js';

export function NewS3Page() {
  const [uniqueName, setUniqueName] = useState('');
  const [connection, setConnection] = useState(emptyConnection);
  const [table, setTable] = useState({ name: '', path: '', format: 'CSV' as S3FileFormat });
  const create = useChange(createS3DataSourceMutation, (result) => {
    announce('S3 source created');
    navigate(href('/sources/$id', { id: result.createS3DataSource?.dataSource.id ?? '' }));
  });
  const submit = () => {
    const named = uniqueName.trim() === '' ? {} : { uniqueName: uniqueName.trim() };
    create.mutate({ input: { ...named, connectionSettings: { ...connection, tables: [table] } } });
  };
  return (
    <Page
      isForm
      title="New S3 source"
      lead="Files in a bucket of Amazon S3, or of a server with its API, that fill Data Pools as they arrive."
      crumb={{ label: 'Data Sources', to: href('/sources') }}
    >
      <Form className="stack" error={create.error} onSubmit={submit}>
        <section className="panel stack">
          <h2>Connection</h2>
          <div className="two-columns">
            <TextField
              label="Unique name"
              name="uniqueName"
              value={uniqueName}
              onChange={setUniqueName}
              wide
            />
            <ConnectionFields
              draft={connection}
              onChange={(changes) => setConnection((before) => ({ ...before, ...changes }))}
              hasSecret={false}
            />
          </div>
        </section>
        <section className="panel stack">
          <h2>Table</h2>
          <p className="note">A table is a set of files with the same columns.</p>
          <div className="two-columns">
            <TextField
              label="Table name"
              name="connectionSettings.tables[0].name"
              value={table.name}
              onChange={(name) => setTable({ ...table, name })}
              required
              wide
            />
            <TextField
              label="Path"
              name="connectionSettings.tables[0].path"
              value={table.path}
              onChange={(path) => setTable({ ...table, path })}
              placeholder="orders/**/*.csv.gz"
              hint="* stands for any characters without slashes, ** for anything."
              required
              mono
              wide
            />
            <SelectField
              label="Format"
              value={table.format}
              onChange={(format) => setTable({ ...table, format: format as S3FileFormat })}
              options={formatOptions}
              hint="Files that end with .gz or .zst are decompressed."
              wide
            />
          </div>
        </section>
        <FormEnd
          submit={create.isPending ? 'Connecting…' : 'Create S3 source'}
          disabled={create.isPending}
          cancel={href('/sources')}
        />
      </Form>
    </Page>
  );
}
