import { modifyWebhookDataSourceMutation, quarantineSummaryQuery, recentRefusalsQuery } from '@weir/client';
import { useChange, useOperation } from '../../../api/use-operation.js';
import { formatNumber } from '../../../format/format.js';
import { announce } from '../../../ui/announcer.js';
import { Failure } from '../../../ui/states.js';
import { Table, type TableColumn } from '../../../ui/table.js';
import { problemName } from '../../quarantine/problem.js';
import { quarantineHref } from '../../quarantine/quarantine-view.js';
import type { ShownWebhookSource } from '../shown-source.js';
import { type IntakeProblem, intakeProblems } from './problems.js';
import './problems-panel.css';

const refetchIntervalMs = 10_000;
const fresh = { refetchIntervalMs, alwaysFresh: true, keepPrevious: true };

/** Why events are not stored, by column, and what helps. Nothing is shown while all are stored. */
export function ProblemsPanel({ source }: { source: ShownWebhookSource }) {
  const kept = useOperation(quarantineSummaryQuery, { dataSource: source.id, filter: {} }, fresh);
  const refused = useOperation(recentRefusalsQuery, { id: source.id }, fresh);
  const modify = useChange(modifyWebhookDataSourceMutation, () =>
    announce('Invalid events are kept in quarantine from now on'),
  );
  const problems = intakeProblems(
    kept.data?.quarantinedEvents.reasons ?? [],
    refused.data?.dataSource?.recentRefusals ?? [],
  );
  if (problems.length === 0) return null;
  const quarantine = () =>
    modify.mutate({
      input: { idOrUniqueName: { id: source.id }, connectionSettings: { errorHandling: 'QUARANTINE' } },
    });
  const mayQuarantine = source.connectionSettings.errorHandling === 'REJECT_BATCH';
  const columns: readonly TableColumn<IntakeProblem>[] = [
    { header: 'Column', cell: ({ column }) => column ?? 'The whole event' },
    {
      header: 'Problem',
      cell: ({ column, reason }) =>
        reason ? `In quarantine: ${problemName({ column, reason })}` : 'Refused',
    },
    { header: 'Events', cell: ({ events }) => formatNumber(events), numeric: true },
    { header: 'For example', cell: (problem) => <Example problem={problem} /> },
    {
      header: 'What to do',
      cell: ({ column, reason, advice }) => (
        <>
          <div>{advice}</div>
          {reason ? (
            <a href={quarantineHref(source.id, { reason, column: column ?? '' })}>Open these events</a>
          ) : (
            column !== null &&
            mayQuarantine && (
              <button
                type="button"
                className="small-button"
                disabled={modify.isPending}
                onClick={quarantine}
                aria-label={`Keep in quarantine from now on: ${column}`}
              >
                Keep in quarantine from now on
              </button>
            )
          )}
        </>
      ),
    },
  ];
  return (
    <section className="panel stack">
      <h2>Problems</h2>
      {modify.isError && <Failure error={modify.error} />}
      <Table
        label="Problems"
        columns={columns}
        rows={problems}
        rowKey={({ column, reason }) => `${reason} ${column}`}
      />
      <p className="note small">Events in quarantine, and errors of the recent refusals.</p>
    </section>
  );
}

function Example({ problem: { example, sample } }: { problem: IntakeProblem }) {
  return (
    <>
      <div>{example}</div>
      {sample !== null && <code className="sample">{sample}</code>}
    </>
  );
}
