import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { startDeadline } from './deadline.js';
import { AnswerTooLong, DeadlinePassed } from './engine-transport.js';

export interface Answer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * One HTTP request and its complete answer. Uses callbacks: the response stream of undici's `request` takes 0.2 ms, and
 * the whole round trip 1.5 ms.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  deadlineMs: number,
  bytesMax = Number.POSITIVE_INFINITY,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let late: DeadlinePassed | undefined;
    let statusCode = 0;
    let headers: IncomingHttpHeaders = {};
    const chunks: Buffer[] = [];
    let bytes = 0;
    const stopDeadline = startDeadline(deadlineMs, () => {
      late = new DeadlinePassed(deadlineMs);
      controller?.abort(late);
      reject(late);
    });
    dispatcher.dispatch(request, {
      onRequestStart: (started) => {
        controller = started;
        // The deadline may have passed while it waited for a connection.
        if (late) started.abort(late);
      },
      onResponseStart: (_controller, code, received) => {
        statusCode = code;
        headers = received;
      },
      onResponseData: (responding, chunk) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > bytesMax) responding.abort(new AnswerTooLong(bytesMax));
      },
      onResponseEnd: () => {
        stopDeadline();
        resolve({ statusCode, headers, body: Buffer.concat(chunks) });
      },
      onResponseError: (_controller, error) => {
        stopDeadline();
        reject(error);
      },
    });
  });
}
