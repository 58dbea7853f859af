import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { noteAnswer, noteOutage, useLostSince } from '../api/outage.js';
import { formatInstant } from '../format/format.js';
import { usePreferences } from '../preferences/preferences.js';
import { serviceUrl } from '../session/session.js';

const aliveMs = 5_000;
const reconnectMs = 2_000;
const timeoutMs = 5_000;

async function responds(path: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    return (await fetch(`${serviceUrl}${path}`, { cache: 'no-store', credentials: 'omit', signal })).ok;
  } catch {
    return false;
  }
}

/** Says since when the page is not current, and fetches everything again once the service is back. */
export function OutageNotice() {
  const { timeZone } = usePreferences();
  const queries = useQueryClient();
  const lostSince = useLostSince();
  const isLost = lostSince !== undefined;
  useEffect(() => {
    const check = async () => {
      if (document.hidden) return;
      // Ready means that the engine answers too, which a check of every few seconds must not ask of it.
      const isUp = await responds(isLost ? 'readyz' : 'healthz');
      if (!isUp) noteOutage();
      else if (isLost) {
        noteAnswer();
        await queries.invalidateQueries();
      } else noteAnswer();
    };
    const timer = window.setInterval(() => void check(), isLost ? reconnectMs : aliveMs);
    return () => window.clearInterval(timer);
  }, [isLost, queries]);
  if (lostSince === undefined) return null;
  const time = formatInstant(new Date(lostSince).toISOString(), timeZone).slice(11, 16);
  return (
    <p className="outage" role="status">
      Not current since {time} {timeZone}; reconnecting…
    </p>
  );
}
