import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { TypedDocument } from '@weir/client';
import { useClient } from './use-operation.js';

interface Connection {
  readonly nodes: readonly unknown[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

interface PageVariables {
  first?: number | null | undefined;
  after?: string | null | undefined;
}

const pageSize = 100;
/** A list to choose from that is longer than this helps nobody. */
const pagesMax = 20;

/** A list of the API as one, its pages put together: for whoever has to choose from all of it. */
export function useWholeList<
  Name extends string,
  Result extends { readonly [name in Name]: Connection | null },
>(document: TypedDocument<Result, PageVariables>, name: Name): UseQueryResult<Result, Error> {
  const client = useClient();
  return useQuery<Result, Error>({
    queryKey: [document, 'whole'],
    queryFn: async ({ signal }) => {
      const read = (after: string | null) =>
        client.request(document, { first: pageSize, ...(after !== null && { after }) }, { signal });
      let whole = await read(null);
      for (let page = 1; page < pagesMax && whole[name]?.pageInfo.hasNextPage; page += 1) {
        const next = await read(whole[name].pageInfo.endCursor);
        const nodes = [...whole[name].nodes, ...(next[name]?.nodes ?? [])];
        whole = { ...next, [name]: { ...next[name], nodes } };
      }
      return whole;
    },
  });
}
