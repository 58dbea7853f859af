import { timeSeriesQuery, type ValueFormat } from '@weir/client';
import { useOperation } from '../../api/use-operation.js';
import { drawn, indexOfLabel } from '../../charts/chart-data.js';
import { Sparkline } from '../../charts/sparkline.js';
import { formatEnum, formatNumber } from '../../format/format.js';
import { shortValue } from '../../format/short-value.js';
import { granularityFor, roughSpanMs } from '../../time-range/granularity.js';
import { CopyButton } from '../../ui/copyable.js';
import { exploreRequest } from './explore-request.js';
import type { ExploreView } from './explore-view.js';
import './counter.css';

interface CounterProps {
  readonly value: string | null;
  readonly format: ValueFormat | null | undefined;
  readonly view: ExploreView;
  readonly timeZone: string;
  readonly name: string;
  readonly change: string | undefined;
}

/** One large number, with its course beside it. */
export function Counter({ value, format, view, timeZone, name, change }: CounterProps) {
  return (
    <div className="counter">
      <p className="counter-value" title={formatNumber(value)}>
        {shortValue(value, format)}
      </p>
      {value !== null && <CopyButton text={value} what="the exact value" />}
      {change !== undefined && <p className="note">{change}</p>}
      <Course view={view} timeZone={timeZone} name={name} />
    </div>
  );
}

const bucketsMin = 12;

function Course({ view, timeZone, name }: Pick<CounterProps, 'view' | 'timeZone' | 'name'>) {
  const spanMs = roughSpanMs(view.range, Date.now());
  const gran = spanMs === undefined ? 'DAY' : granularityFor(spanMs, bucketsMin);
  const request = exploreRequest({ ...view, view: 'timeSeries', group: '', compare: '', gran }, timeZone);
  const variables = 'missing' in request ? { input: {} } : request.variables;
  // Without an answer there is only the number: the records of all time may have too many days.
  const { data } = useOperation(timeSeriesQuery, variables as never, { keepPrevious: true });
  const { labels = [], values = [], incompleteFrom } = data?.timeSeries ?? {};
  if (values.length < 2) return null;
  return (
    <figure className="course">
      <Sparkline
        values={values.map(drawn)}
        description={`${name} over time: ${values.length} points`}
        incompleteFrom={indexOfLabel(labels, incompleteFrom)}
      />
      <figcaption className="note small">By {formatEnum(gran).toLowerCase()}</figcaption>
    </figure>
  );
}
