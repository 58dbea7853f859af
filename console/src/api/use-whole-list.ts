import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { TypedDocument } from '@weir/client';
import { useClient } from './use-operation.js';
import { type Connection, readWhole } from './whole-list.js';

interface PageVariables {
  first?: number | null | undefined;
  after?: string | null | undefined;
}

/** All pages of a list, for inputs that offer the whole list. */
export function useWholeList<
  Name extends string,
  Result extends { readonly [name in Name]: Connection | null },
>(document: TypedDocument<Result, PageVariables>, name: Name, enabled = true): UseQueryResult<Result, Error> {
  const client = useClient();
  return useQuery<Result, Error>({
    queryKey: [document, 'whole'],
    queryFn: ({ signal }) =>
      readWhole(
        (first, after) => client.request(document, { first, ...(after !== null && { after }) }, { signal }),
        name,
      ),
    enabled,
  });
}
