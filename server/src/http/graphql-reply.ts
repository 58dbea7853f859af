import type { FastifyReply, FastifyRequest } from 'fastify';
import { WeirError } from '../base/errors.js';
import { HttpRefusal } from '../base/http-refusal.js';
import type { Principal } from '../base/principal.js';
import type { GraphQLContext } from '../graphql/context.js';
import { answerMediaType } from './answer-media-type.js';
import { sendAnswer } from './answer-reply.js';
import { challenge } from './challenge.js';
import { type Execution, type FormattedExecution, formatErrors } from './graphql-errors.js';

/** Answers one operation, or a batch: its operations fail independently, so it is answered 200. */
export async function sendExecution(
  reply: FastifyReply,
  execution: Execution | Execution[],
  context: GraphQLContext,
): Promise<FastifyReply> {
  const shown = (result: Execution) =>
    result.errors ? withStatus(reply, formatErrors(result, reply.request, context.principal)) : result;
  if (!Array.isArray(execution)) return await sendAnswer(reply, shown(execution), context);
  const answers = execution.map(shown);
  return await sendAnswer(reply.code(200), answers, context);
}

/** Answers a request that failed before GraphQL started, such as by bad credentials, in GraphQL's format too. */
export function sendFailure(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  principal: Principal | undefined,
): FastifyReply {
  const formatted = formatErrors({ errors: [error] }, request, principal);
  const statusCode = unreadStatus(error) ?? formatted.statusCode;
  if (statusCode === 405) reply.header('allow', 'POST');
  if (error instanceof HttpRefusal) reply.headers(error.headers);
  reply.type(answerMediaType(request.headers.accept));
  return reply.send(withStatus(reply, { ...formatted, statusCode }));
}

/** Sets status and headers for a failed execution and returns the response. */
function withStatus(
  reply: FastifyReply,
  { statusCode, retryAfterSeconds, response }: FormattedExecution,
): FormattedExecution['response'] {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  if (statusCode === 401) reply.header('www-authenticate', challenge(reply.request));
  reply.code(statusCode);
  return response;
}

/** The HTTP status of a request that failed before GraphQL started. */
function unreadStatus(error: Error): number | undefined {
  if (error instanceof HttpRefusal) return error.statusCode;
  return error instanceof WeirError && error.code === 'UNAVAILABLE' ? 503 : undefined;
}
