/** The floor of every GraphQL answer: Fastify, Mercurius and its JIT, and a field that is there already. */
import Fastify from 'fastify';
import mercurius from 'mercurius';

const app = Fastify();
app.register(mercurius, {
  schema: 'type Query { hello: String }',
  resolvers: { Query: { hello: () => 'world' } },
  jit: 1,
});
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
