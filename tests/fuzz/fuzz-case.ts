import type { Choices } from './choices.js';
import type { World } from './world/world.js';

/** One request, complete: it can be saved, printed as curl and sent again. */
export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

export interface FuzzCase {
  /** Who asks: decides which canaries may be in the answer. */
  readonly actor: string;
  readonly request: FuzzRequest;
  /** The same request about the twin Data Pool: its answer has to be the same. */
  readonly twin?: FuzzRequest;
  /** How long an answer may take that waits for a job; by default as long as a query. */
  readonly answerMsMax?: number;
  /** How many pages to read, each by the end cursor of the one before; by default one. */
  readonly pages?: number;
  /** What the intake must have stored once it has answered 200. */
  readonly delivery?: Delivery;
  /** Canaries that the request itself carries, by their label: an answer may repeat them. */
  readonly carries?: readonly string[];
}

export interface Delivery {
  /** Ids of the events of a body that is sent as it was made; undefined once it was damaged. */
  readonly ids: readonly string[] | undefined;
  /** Of the body, before it was damaged. */
  readonly eventsMax: number;
  /** The same for every repetition of a request with an idempotency key. */
  readonly repetitionOf: string | undefined;
}

export interface Fuzzer {
  readonly name: string;
  /** The least share of cases, in percent, that the service must accept: refusals alone test little. */
  readonly acceptedPercentMin: number;
  generate(choices: Choices, world: World): FuzzCase;
  /** Whether the service did what was asked, rather than refuse it. */
  accepted(answer: FuzzAnswer): boolean;
}

export const graphqlRequest = (
  authorization: string,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
): FuzzRequest => ({
  method: 'POST',
  path: '/graphql',
  headers: { 'content-type': 'application/json', authorization },
  body: JSON.stringify({ query, variables }),
});

/** An answer of GraphQL without errors. */
export const withoutErrors = ({ status, body }: FuzzAnswer): boolean =>
  status === 200 && !body.includes('"errors":[');
