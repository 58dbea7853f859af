import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LoadFormat, LoadProgress } from '@weir/client';
import { useEffect, useRef, useState } from 'react';
import { endSessionIfRefused, useClient } from '../../../api/use-operation.js';

/** Uploads and loads a file. Leaving the page ends an upload; a complete one is loaded nevertheless. */
export function useFileLoad(dataPool: string) {
  const client = useClient();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<LoadProgress>();
  const running = useRef<AbortController>(undefined);
  const load = useMutation({
    mutationFn: ({ file, format }: { file: File; format: LoadFormat | undefined }) => {
      setProgress(undefined);
      running.current = new AbortController();
      const { signal } = running.current;
      return client.loadFile(dataPool, file, {
        signal,
        onProgress: setProgress,
        ...(format && { format }),
      });
    },
    onError: endSessionIfRefused,
    onSuccess: () => queries.invalidateQueries(),
  });
  useEffect(() => () => running.current?.abort(), []);
  return {
    ...load,
    progress,
    cancel: () => running.current?.abort(new Error('The upload was cancelled.')),
  };
}
