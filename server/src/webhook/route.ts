import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusedAsWhole } from './answer.js';
import type { Intake } from './intake.js';

const path = '/v1/:key';
const allow = { allow: 'POST' };

/** `POST /v1/<webhook key>`. `Intake` reads the body, with its own limits. */
export function addWebhookRoute(app: FastifyInstance, intake: Intake, publicUrl: () => string): void {
  app.register(async (scope) => {
    // Errors are answered for all routes alike, and senders of events read `errors`.
    scope.addHook('preSerialization', async (_request, _reply, payload) =>
      isErrorBody(payload) ? refusedAsWhole(payload.error) : payload,
    );
    scope.route({
      method: 'POST',
      url: path,
      handler: (request, reply) => receive(intake, publicUrl, request, reply),
    });
    scope.route({
      method: scope.supportedMethods.filter((method) => method !== 'POST'),
      url: path,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        reply.headers(allow);
        const origin = request.headers['webhook-request-origin'];
        if (request.method !== 'OPTIONS' || origin === undefined) throw intake.refuseMethod();
        return await consent(intake, request, reply, String(origin));
      },
    });
  });
}

const isErrorBody = (payload: unknown): payload is { readonly error: { readonly message: string } } =>
  typeof payload === 'object' && payload !== null && 'error' in payload;

const keyOf = (request: FastifyRequest) => (request.params as { key?: string }).key ?? '';

async function receive(
  intake: Intake,
  publicUrl: () => string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { partial } = request.query as { partial?: string | string[] };
  const answer = await intake.receive({
    webhookKey: keyOf(request),
    partial,
    address: request.ip,
    url: () => publicUrl() + request.url,
    message: request.raw,
    setHeader: (name, value) => reply.header(name, value),
  });
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body);
}

/**
 * The handshake of CloudEvents, "HTTP 1.1 Web Hooks for Event Delivery", section 4: a sender asks whether events are
 * expected here before it sends any. Any origin may send, at any rate; overload is answered with 503.
 */
async function consent(
  intake: Intake,
  request: FastifyRequest,
  reply: FastifyReply,
  origin: string,
): Promise<FastifyReply> {
  await intake.expects(keyOf(request));
  return reply.headers({ 'webhook-allowed-origin': origin, 'webhook-allowed-rate': '*' }).send();
}
