import type { FastifyInstance } from 'fastify';

/** A part of the service that must answer for the service to be ready. */
export interface ReadinessCheck {
  readonly name: string;
  readonly ping: () => Promise<void>;
}

export function addHealthRoutes(app: FastifyInstance, checks: readonly ReadinessCheck[]): void {
  app.get('/healthz', { logLevel: 'silent' }, () => ({ status: 'ok' }));

  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const entries = await Promise.all(
      checks.map(
        async ({ name, ping }) =>
          [
            name,
            await ping().then(
              () => 'ok',
              (error: Error) => error.message,
            ),
          ] as const,
      ),
    );
    const ready = entries.every(([, state]) => state === 'ok');
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not ready', parts: Object.fromEntries(entries) });
  });
}
