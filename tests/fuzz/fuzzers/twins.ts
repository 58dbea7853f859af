import { type FuzzCase, type FuzzRequest, graphqlRequest } from '../fuzz-case.js';
import type { World } from '../world/world.js';

/** The request with the names, identifiers and credentials of the twin's world in place of the ledger's. */
export function twinOf({ pairs }: Pick<World, 'pairs'>, request: FuzzRequest): FuzzRequest {
  if (typeof request.body !== 'string') return request;
  const theirs = (text: string) => pairs.reduce((all, [one, other]) => all.replaceAll(one, other), text);
  return {
    ...request,
    path: theirs(request.path),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, theirs(value)]),
    ),
    body: theirs(request.body),
  };
}

/** Who asks, as often as it is here: `c` may name few of the columns, so most of what it asks is refused. */
export const queriers = ['a', 'a', 'a', 'a', 'a', 'a', 'b', 'b', 'b', 'c'] as const;

type Actors = keyof World['actors'];

/** The history depends on all that was asked before, of either twin, and the clock goes on between the two. */
const asksForMore =
  /\b(?:queries|queryInfo|now|today|yesterday|(?:statement|transaction)_timestamp|current_\w+|localtimestamp)\b/i;

/** A GraphQL request by an actor; what `a` asks about the ledger is asked about its twin as well. */
export function graphqlCase(
  world: World,
  actor: Actors,
  query: string,
  variables: Readonly<Record<string, unknown>>,
): FuzzCase {
  return twinCase(world, actor, graphqlRequest(world.actors[actor].authorization, query, variables));
}

/** Which of several records these take depends on where the engine has them, and so on the parts that hidden records make. */
const takesAnyRecord =
  /\b(?:any\w*|(?:first|last|nth)_value|group\w*Array|topK\w*|argM\w+|deltaSum|\w*TDigest|\w+_agg)\s*\(|\bOVER \(|\bLIMIT\b/;

export function twinCase(world: World, actor: string, request: FuzzRequest): FuzzCase {
  const text = `${request.path} ${request.body}`;
  if (actor !== 'a' || asksForMore.test(text) || takesAnyRecord.test(text)) return { actor, request };
  const twin = twinOf(world, request);
  return twin.body === request.body && twin.path === request.path
    ? { actor, request }
    : { actor, request, twin };
}
