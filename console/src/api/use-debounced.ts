import { useEffect, useState } from 'react';

/** The value, once it has not changed for a while. */
export function useDebounced<T>(value: T, restMs = 300): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setRested(value), restMs);
    return () => window.clearTimeout(timer);
  }, [value, restMs]);
  return rested;
}
