import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Intake } from './intake.js';

const path = '/v1/:key';

/** `POST /v1/<webhook key>`. `Intake` reads the body, with its own limits. */
export function addWebhookRoute(app: FastifyInstance, intake: Intake): void {
  app.register(async (scope) => {
    scope.route({ method: 'POST', url: path, handler: (request, reply) => receive(intake, request, reply) });
    scope.route({
      method: scope.supportedMethods.filter((method) => method !== 'POST'),
      url: path,
      exposeHeadRoute: false,
      handler: (_request, reply) => {
        reply.header('allow', 'POST');
        throw intake.refuseMethod();
      },
    });
  });
}

async function receive(intake: Intake, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { key = '' } = request.params as { key?: string };
  const { partial } = request.query as { partial?: string | string[] };
  const answer = await intake.receive({
    webhookKey: key,
    partial,
    address: request.ip,
    message: request.raw,
    challenge: () => reply.header('www-authenticate', 'Basic realm="weir"'),
  });
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body);
}
