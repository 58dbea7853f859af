export interface Connection {
  readonly nodes: readonly unknown[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

const pageSize = 100;
const pagesMax = 20;
/** Nobody can choose from a longer list. */
export const wholeListMax = pageSize * pagesMax;

/** Reads all pages of a list. */
export async function readWhole<
  Name extends string,
  Result extends { readonly [name in Name]: Connection | null },
>(read: (first: number, after: string | null) => Promise<Result>, name: Name): Promise<Result> {
  let whole = await read(pageSize, null);
  for (let page = 1; page < pagesMax && whole[name]?.pageInfo.hasNextPage; page += 1) {
    const next = await read(pageSize, whole[name].pageInfo.endCursor);
    const nodes = [...whole[name].nodes, ...(next[name]?.nodes ?? [])];
    whole = { ...next, [name]: { ...next[name], nodes } };
  }
  return whole;
}

/** Whether there are more entries than were read. */
export const endsEarly = (list: Connection | null | undefined) => list?.pageInfo.hasNextPage ?? false;
