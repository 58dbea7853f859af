import { type FuzzCase, type FuzzRequest, graphqlRequest } from '../fuzz-case.js';
import type { World } from '../world/world.js';

/** The request with the twin's names in place of the ledger's, which are as long. */
export function twinOf({ pools: { ledger, twin }, metrics }: World, request: FuzzRequest): FuzzRequest {
  if (typeof request.body !== 'string') return request;
  let body = request.body.replaceAll(ledger.name, twin.name).replaceAll(ledger.id, twin.id);
  for (const [one, other] of [
    [metrics[0], metrics[2]],
    [metrics[1], metrics[3]],
  ] as const) {
    if (one && other) body = body.replaceAll(one.id, other.id).replaceAll(one.name, other.name);
  }
  return { ...request, body };
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
  const request = graphqlRequest(world.actors[actor].authorization, query, variables);
  if (actor !== 'a' || asksForMore.test(String(request.body))) return { actor, request };
  const twin = twinOf(world, request);
  return twin.body === request.body ? { actor, request } : { actor, request, twin };
}
