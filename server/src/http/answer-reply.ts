import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { answerBytesMax } from '../base/answer-limits.js';
import { badRequest } from '../base/errors.js';
import type { GraphQLContext } from '../graphql/context.js';
import { answerMediaType } from './answer-media-type.js';
import { jsonText } from './json-text.js';

/** A client has this long to start reading a large answer, then has to keep up this rate, because the answer takes memory. */
const readMsMin = 30_000;
const readBytesPerSecondMin = 64 * 1024;

/**
 * Sends the response of an operation. A large one is serialized in slices and completely before its first byte is sent, so
 * that it can still be refused when it is too large, and only the text is held while a slow client reads. Only a large one uses
 * the context, which makes the signal and the allowance when they are first read.
 */
export async function sendAnswer(
  reply: FastifyReply,
  answer: object,
  context: Pick<GraphQLContext, 'signal' | 'allowance'>,
): Promise<FastifyReply> {
  const text = await jsonText(answer, { bytesMax: answerBytesMax, tooLarge }, context);
  reply.type(answerMediaType(reply.request.headers.accept));
  if (typeof text === 'string') return reply.send(text);
  const bytes = text.reduce((sum, { length }) => sum + length, 0);
  context.allowance.written(bytes);
  const { raw } = reply;
  const late = setTimeout(() => raw.destroy(), readMsMin + (bytes / readBytesPerSecondMin) * 1_000);
  raw.once('close', () => clearTimeout(late));
  return reply.header('content-length', bytes).send(Readable.from(text, { objectMode: false }));
}

const tooLarge = () =>
  badRequest(
    `The answer is larger than ${answerBytesMax} bytes, the limit for one request. Request fewer rows or fields, or split the request`,
  );
