import Negotiator from 'negotiator';

const json = 'application/json; charset=utf-8';
const graphqlResponse = 'application/graphql-response+json; charset=utf-8';
const html = 'text/html';
const events = 'text/event-stream';
/** Comparing a header of thousands of types would take long. Browsers send about 150 characters. */
const acceptCharactersMax = 1_000;

/** The type that `Accept` prefers; JSON when it prefers none, or allows only others. */
function preferred(accept: string | undefined): string {
  if (accept === undefined || accept === '*/*' || accept.length > acceptCharactersMax) return json;
  return new Negotiator({ headers: { accept } }).mediaType([json, graphqlResponse, html, events]) ?? json;
}

/** Only a browser that navigates prefers HTML. */
export const prefersPage = (accept: string | undefined) => preferred(accept) === html;

/** The media type of a GraphQL answer. */
export const answerMediaType = (accept: string | undefined) =>
  preferred(accept) === graphqlResponse ? graphqlResponse : json;

/** Clients that know only `application/json` take any status but 200 for a failure of the network. */
export const prefersStatus = (accept: string | undefined) => preferred(accept) !== json;

/** Clients for subscriptions ask for nothing else; those for queries may name the type last. */
export const prefersEvents = (accept: string | undefined) => preferred(accept) === events;

/** Whether a subscription may be answered with events. */
export function acceptsEvents(accept: string | undefined): boolean {
  if (accept === undefined) return true;
  if (accept.length > acceptCharactersMax) return false;
  return new Negotiator({ headers: { accept } }).mediaType([events]) !== undefined;
}
