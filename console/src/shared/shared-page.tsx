import { viewedDashboardQuery, WeirError } from '@weir/client';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useOperation } from '../api/use-operation.js';
import { rangeTextOf } from '../pages/dashboards/range-text.js';
import { shownZone } from '../pages/dashboards/shown-zone.js';
import { TileGrid } from '../pages/dashboards/tile-grid.js';
import { TileRequestContext } from '../pages/dashboards/tile-request-context.js';
import { useTheme } from '../preferences/theme.js';
import { rangeLabel } from '../time-range/time-range.js';
import { Announcer } from '../ui/announcer.js';
import { Answered, Empty } from '../ui/states.js';
import { tellHeight } from './around.js';
import { tileAnswerRequest } from './tile-answer-request.js';
import { type ViewedDashboard, viewedDraft } from './viewed-draft.js';
import '../pages/dashboards/dashboards.css';
import './shared-page.css';

/** A dashboard for people without credentials of their own, as a page or in a frame. */
export function SharedPage({ dashboardId }: { dashboardId: string | undefined }) {
  const page = useRef<HTMLElement>(null);
  const systemTheme = useTheme();
  const chosen = new URLSearchParams(window.location.search).get('theme');
  const theme = chosen === 'light' || chosen === 'dark' ? chosen : systemTheme;
  // A layout effect, so that it runs before the charts read their colours.
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  useEffect(() => (page.current ? tellHeight(page.current) : undefined), []);
  return (
    <>
      <main className="shared-page" ref={page}>
        {dashboardId === undefined ? <NoLink /> : <Loaded dashboardId={dashboardId} />}
      </main>
      <Announcer />
    </>
  );
}

const NoLink = () => (
  <>
    <h1>No dashboard</h1>
    <p>This address is not complete. Open the whole link that you were sent.</p>
  </>
);

function Loaded({ dashboardId }: { dashboardId: string }) {
  const answer = useOperation(viewedDashboardQuery, { id: dashboardId });
  if (answer.error instanceof WeirError && answer.error.code === 'UNAUTHENTICATED')
    return (
      <>
        <h1>This link does not work</h1>
        <p>
          It has expired or was revoked, or a part of it is missing. Ask the person who sent it for a new one
          {answer.error.requestId && ` (reference ${answer.error.requestId})`}.
        </p>
      </>
    );
  return (
    <Answered answer={answer} what="the dashboard">
      {({ dashboard }) => (dashboard ? <Shown dashboard={dashboard} /> : null)}
    </Answered>
  );
}

const viewersZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function Shown({ dashboard }: { dashboard: ViewedDashboard }) {
  const draft = useMemo(() => viewedDraft(dashboard), [dashboard]);
  const timeZone = shownZone(draft.timeZone, viewersZone);
  const request = useMemo(() => tileAnswerRequest(dashboard.id, timeZone), [dashboard.id, timeZone]);
  useEffect(() => {
    document.title = dashboard.uniqueName;
  }, [dashboard.uniqueName]);
  return (
    <>
      <header>
        <h1>{dashboard.uniqueName}</h1>
        {draft.description !== '' && <p>{draft.description}</p>}
        <p className="note">
          {rangeLabel(rangeTextOf(draft.timeRange), timeZone)} · {timeZone}
        </p>
      </header>
      {draft.tiles.length === 0 ? (
        <Empty title="This dashboard has no tiles" />
      ) : (
        <TileRequestContext value={request}>
          <TileGrid tiles={draft.tiles} scope={{ ...draft, timeZone }} isLive />
        </TileRequestContext>
      )}
    </>
  );
}
