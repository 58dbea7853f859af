import { metricsQuery } from '@weir/client';
import { useState } from 'react';
import { useWholeList } from '../../api/use-whole-list.js';
import { Dialog } from '../../ui/dialog.js';
import { Field, TextField } from '../../ui/field.js';
import { Form } from '../../ui/form.js';
import { Segments } from '../../ui/segments.js';
import type { TileContent } from './dashboard-draft.js';
import { MetricFields } from './metric-fields.js';
import { SqlFields } from './sql-fields.js';

type Kind = 'metric' | 'sql' | 'text';

interface TileDialogProps {
  /** The tile to edit; undefined for a new one. */
  readonly tile: TileContent | undefined;
  readonly onDone: (tile: TileContent) => void;
  readonly onClose: () => void;
}

const kindOf = (tile: TileContent | undefined): Kind => (tile?.sql ? 'sql' : tile?.text ? 'text' : 'metric');

/** Adds or edits a tile. */
export function TileDialog({ tile, onDone, onClose }: TileDialogProps) {
  const [kind, setKind] = useState(kindOf(tile));
  const [title, setTitle] = useState(tile?.title ?? '');
  const [metric, setMetric] = useState(tile?.metric ?? { metricId: '', kind: 'COUNTER' as const });
  const [sql, setSql] = useState(tile?.sql ?? { query: '', chart: 'TABLE' as const });
  const [markdown, setMarkdown] = useState(tile?.text?.markdown ?? '');
  const metrics = useWholeList(metricsQuery, 'metrics');
  const submit = () => {
    if (kind === 'text') return onDone({ title, text: { markdown } });
    if (kind === 'sql') return onDone({ title, sql });
    const named = metrics.data?.metrics?.nodes.find(({ id }) => id === metric.metricId);
    return onDone({ title, metric, metricName: named?.uniqueName ?? null });
  };
  const chosen = metric.kind !== 'LEADERBOARD' || (metric.dimensions ?? []).length > 0;
  const complete =
    kind === 'metric' ? metric.metricId !== '' && chosen : kind === 'text' || (sql.query ?? '').trim() !== '';
  return (
    <Dialog title={tile ? 'Edit tile' : 'Add tile'} onClose={onClose} wide>
      <Form className="stack" onSubmit={submit}>
        <Segments
          label="Kind of tile"
          value={kind}
          onChange={(next) => setKind(next as Kind)}
          options={[
            { value: 'metric', label: 'Metric' },
            { value: 'sql', label: 'SQL' },
            { value: 'text', label: 'Text' },
          ]}
        />
        <TextField
          label="Title"
          value={title}
          onChange={setTitle}
          hint="Empty for a title that follows from the content"
          wide
        />
        {kind === 'metric' && (
          <MetricFields value={metric} onChange={setMetric} metrics={metrics.data?.metrics} />
        )}
        {kind === 'sql' && <SqlFields value={sql} onChange={setSql} />}
        {kind === 'text' && (
          <Field label="Text" hint="Markdown: headings, lists, tables, links, **bold** and `code`" wide>
            {(control) => (
              <textarea
                {...control}
                rows={8}
                value={markdown}
                onChange={(event) => setMarkdown(event.target.value)}
              />
            )}
          </Field>
        )}
        <div className="row row-end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="primary" disabled={!complete}>
            {tile ? 'Change tile' : 'Add tile'}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
