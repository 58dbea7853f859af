import { useEffect } from 'react';
import { useFetchAgain, useRefresh } from './use-refresh.js';

/** Fetches the data of the page again: now, or from time to time. */
export function RefreshControl() {
  const { options, value, setValue, intervalMs } = useRefresh();
  const fetchAgain = useFetchAgain();
  useEffect(() => {
    if (intervalMs === undefined) return;
    const timer = window.setInterval(() => fetchAgain('keep'), intervalMs);
    return () => window.clearInterval(timer);
  }, [intervalMs, fetchAgain]);
  return (
    <>
      <label>
        Refresh
        <select aria-label="Refresh" value={value} onChange={(event) => setValue(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </label>
      <button type="button" className="small-button" onClick={() => fetchAgain('cancel')}>
        Refresh now
      </button>
    </>
  );
}
