import { useEffect, useState } from 'react';
import { serviceUrl } from '../../session/session.js';

const everyMs = 10_000;
const timeoutMs = 5_000;

/** `/readyz`; undefined while the service cannot be reached. */
interface Readiness {
  readonly parts?: Readonly<Record<string, string>>;
}

async function readiness(): Promise<Readiness | undefined> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(`${serviceUrl}readyz`, { cache: 'no-store', credentials: 'omit', signal });
    return (await answer.json()) as Readiness;
  } catch {
    return undefined;
  }
}

/** Says that no events are stored, and why. */
export function IntakeNotice() {
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    const check = async () => {
      if (document.hidden) return;
      const { parts = {} } = (await readiness()) ?? {};
      setIsFull(Object.values(parts).includes('disk full'));
    };
    void check();
    const timer = window.setInterval(() => void check(), everyMs);
    return () => window.clearInterval(timer);
  }, []);
  if (!isFull) return null;
  return (
    <div className="alert" role="alert">
      <strong>The disk is full</strong>
      <p>
        No events are stored, and senders get 503. What was answered with 200 is safe. Free some space on the
        disk of the data directory: the service then goes on by itself.
      </p>
    </div>
  );
}
