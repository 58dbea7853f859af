import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { RecheckPrincipal } from '../auth/request-principal.js';
import { AnswerAllowance, type AnswerBudget } from '../base/answer-budget.js';
import { badRequest } from '../base/errors.js';
import type { Principal } from '../base/principal.js';
import type { LiveField } from '../graphql/subscription/schema.js';
import { type LiveAnswer, passing } from '../live/live-question.js';
import type { LiveQuestions } from '../live/live-questions.js';
import { type Execution, formatErrors } from './graphql-errors.js';
import type { GraphqlExecutor, PreparedOperation, Unprepared } from './graphql-executor.js';
import { jsonText } from './json-text.js';
import type { SubscribedQuery } from './read-subscription.js';

export interface LiveOperationsOptions {
  readonly executor: GraphqlExecutor;
  readonly live: LiveQuestions;
  readonly budget: AnswerBudget;
  readonly recheckPrincipal: RecheckPrincipal;
  readonly dataPoolsRead: (
    principal: Principal,
    field: LiveField,
    input: unknown,
  ) => Promise<ReadonlySet<string>>;
}

/** Takes the answers of one operation. */
export interface AnswerSink {
  next(answer: string): void;
  complete(): void;
}

/** Answers are sent whole after every change. */
const answerBytesMax = 1024 * 1024;
/** Kept for as long as someone subscribes. */
const questionCharactersMax = 16_384;

/** Operations that are answered with events: subscriptions, and queries and mutations, which have one answer. */
export class LiveOperations {
  readonly #options: LiveOperationsOptions;

  constructor(options: LiveOperationsOptions) {
    this.#options = options;
  }

  /** Throws when a limit is met. Returns a function that ends the operation, whose sink gets nothing more then. */
  start(
    prepared: PreparedOperation | Unprepared,
    request: FastifyRequest,
    principal: Principal,
    sink: AnswerSink,
  ): () => void {
    const subscribed = 'errors' in prepared ? undefined : this.#options.executor.subscribed(prepared);
    if (subscribed) return this.#subscribe(subscribed, request, principal, sink);
    return this.#answerOnce(prepared, request, principal, sink);
  }

  #subscribe(
    subscribed: SubscribedQuery,
    request: FastifyRequest,
    principal: Principal,
    sink: AnswerSink,
  ): () => void {
    const { live, recheckPrincipal } = this.#options;
    const { authorization } = request.headers;
    const { query, operationName, variables } = subscribed.query;
    const key = JSON.stringify([query, operationName, variables]);
    if (key.length > questionCharactersMax)
      throw badRequest(
        `A subscription with its variables may have at most ${questionCharactersMax} characters`,
      );
    const question = {
      key,
      principal,
      ask: (asking: Principal, signal: AbortSignal) => this.#ask(subscribed, request, asking, signal),
    };
    return live.subscribe(question, {
      authorize: () => recheckPrincipal(authorization, principal),
      answer: (text) => sink.next(text),
      end: (reason) => {
        if (reason)
          sink.next(JSON.stringify(formatErrors({ errors: [reason] }, request, principal).response));
        sink.complete();
      },
    });
  }

  async #ask(
    { query, field, input, comparable }: SubscribedQuery,
    request: FastifyRequest,
    principal: Principal,
    signal: AbortSignal,
  ): Promise<LiveAnswer> {
    // Before the query runs, whose answer may depend on records that change meanwhile.
    const { executor } = this.#options;
    const dataPoolIds = await this.#options.dataPoolsRead(principal, field, input);
    const { text, execution } = await this.#execute(executor.prepare(query), request, principal, signal);
    const { data, errors } = execution;
    const compared = comparable((data ?? {}) as Record<string, unknown>) ?? null;
    const codes = (errors ?? []).map(({ extensions }) => extensions.code);
    const digest = createHash('sha256')
      .update(JSON.stringify([compared, codes]))
      .digest('base64');
    const failure =
      compared !== null || codes.length === 0 ? undefined : codes.every(isPassing) ? 'PASSING' : 'FINAL';
    return { text, digest, dataPoolIds, failure };
  }

  #answerOnce(
    prepared: PreparedOperation | Unprepared,
    request: FastifyRequest,
    principal: Principal,
    sink: AnswerSink,
  ): () => void {
    const gone = new AbortController();
    const answer = async () => (await this.#execute(prepared, request, principal, gone.signal)).text;
    const refusal = (error: Error) =>
      JSON.stringify(formatErrors({ errors: [error] }, request, principal).response);
    void answer()
      .catch(refusal)
      .then((text) => {
        // The client may have given the operation's ID to another one.
        if (gone.signal.aborted) return;
        sink.next(text);
        sink.complete();
      });
    return () => gone.abort();
  }

  async #execute(
    prepared: PreparedOperation | Unprepared,
    request: FastifyRequest,
    principal: Principal,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly execution: ShownExecution }> {
    const allowance = new AnswerAllowance(this.#options.budget);
    try {
      const context = { principal, signal, allowance };
      const found: Execution =
        'errors' in prepared ? prepared : await this.#options.executor.execute(prepared, context);
      const execution = found.errors ? formatErrors(found, request, principal).response : found;
      const text = await jsonText(execution, { bytesMax: answerBytesMax, tooLarge }, { signal });
      const whole = typeof text === 'string' ? text : Buffer.concat(text).toString();
      return { text: whole, execution: execution as ShownExecution };
    } finally {
      allowance.end();
    }
  }
}

interface ShownExecution {
  readonly data?: unknown;
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}

const isPassing = (code: string) => passing.has(code);

const tooLarge = () =>
  badRequest(
    `The answer is larger than ${answerBytesMax} bytes, the limit for server-sent events. Request fewer rows or fields`,
  );
