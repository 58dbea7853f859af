/** The floor of a request: a Fastify route that parses the body and answers 200. */
import { fastify } from 'fastify';

const app = fastify();
app.post('/v1/:key', (request) =>
  (request.body as unknown[]).map(() => ({ statusCode: 200, statusMessage: 'Event processed successfully' })),
);
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
