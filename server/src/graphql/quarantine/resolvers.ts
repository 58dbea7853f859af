import { checkRange } from '../../base/check-range.js';
import { badInput } from '../../base/errors.js';
import type { Quarantine, QuarantinedEvent } from '../../quarantine/quarantine.js';
import type { Resolvers } from '../generated/resolver-types.js';
import { quarantineFilterOf } from './quarantine-filter-input.js';

const pageDefault = 10;
const pageMax = 100;

export function createQuarantineResolvers({ quarantine }: { readonly quarantine: Quarantine }) {
  return {
    Query: {
      quarantinedEvents: async (_parent, { dataSource, first, after, filter: given }, { principal }) => {
        const filter = quarantineFilterOf(given);
        const eventsMax = checkRange('first', first ?? pageDefault, 1, pageMax);
        const dataPool = await quarantine.readable(principal, dataSource);
        const page = { after: after ? positionOf(after) : undefined, eventsMax };
        const { events, hasMore } = await quarantine.list(dataPool, filter, page);
        return { dataPool, filter, nodes: events, hasNextPage: hasMore, hasPreviousPage: Boolean(after) };
      },
    },
    Mutation: {
      discardQuarantinedEvents: async (_parent, { input }, { principal }) => ({
        discardedEvents: await quarantine.discard(
          principal,
          input.dataSource,
          quarantineFilterOf(input.filter),
        ),
      }),
      correctQuarantinedEvent: async (_parent, { input }, { principal }) => {
        await quarantine.correct(principal, input.dataSource, input.id.toLowerCase(), input.payload);
        return { id: input.id };
      },
    },
    QuarantinedEventConnection: {
      edges: ({ nodes }) => nodes.map((node) => ({ node, cursor: cursorOf(node) })),
      pageInfo: ({ nodes, hasNextPage, hasPreviousPage }) => {
        const [first, last] = [nodes[0], nodes.at(-1)];
        return {
          startCursor: first ? cursorOf(first) : null,
          endCursor: last ? cursorOf(last) : null,
          hasNextPage,
          hasPreviousPage,
        };
      },
      totalCount: async ({ dataPool, filter }) => (await quarantine.size(dataPool, filter)).events,
      totalBytes: async ({ dataPool, filter }) => String((await quarantine.size(dataPool, filter)).bytes),
      reasons: ({ dataPool, filter }) => quarantine.reasons(dataPool, filter),
    },
    QuarantinedEvent: {
      receivedAt: ({ receivedAtMs }) => receivedAtMs,
      payload: ({ payload }) => payload.toString('utf8'),
      payloadBase64: ({ payload }) => payload.toString('base64'),
    },
  } satisfies Resolvers;
}

const cursorOf = ({ receivedAtMs, id }: QuarantinedEvent) =>
  Buffer.from(`${receivedAtMs} ${id}`).toString('base64url');

const positionPattern = /^(\d{1,15}) ([0-9a-f-]{36})$/;

function positionOf(cursor: string) {
  const [, receivedAtMs, id] =
    positionPattern.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (receivedAtMs === undefined || id === undefined)
    throw badInput('after', 'this is not a cursor of quarantinedEvents');
  return { receivedAtMs: Number(receivedAtMs), id };
}
