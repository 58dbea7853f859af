import type { FastifyInstance } from 'fastify';
import type { Log } from '../base/log.js';
import { DiskFull } from '../engine/engine-error.js';

/** A part of the service that must respond for the service to be ready, unless the others can do without it. */
export interface ReadinessCheck {
  readonly name: string;
  readonly ping: () => Promise<void>;
  readonly isOptional?: boolean;
}

type PartState = 'ok' | 'unavailable' | 'disk full';

/**
 * `/healthz` and `/readyz`, which are public. The reason why a part does not respond may contain hosts and users, so it goes
 * only to the log. Concurrent requests share one check of each part.
 */
export function addHealthRoutes(app: FastifyInstance, checks: readonly ReadinessCheck[], log: Log): void {
  const unavailable = new Set<string>();
  const stateOf = async ({ name, ping }: ReadinessCheck): Promise<[string, PartState]> => {
    try {
      await ping();
      unavailable.delete(name);
      return [name, 'ok'];
    } catch (err) {
      if (!unavailable.has(name)) log.warn({ part: name, err }, 'a part of the service does not respond');
      unavailable.add(name);
      return [name, err instanceof DiskFull ? 'disk full' : 'unavailable'];
    }
  };
  let asking: Promise<[string, PartState][]> | undefined;
  const states = () => {
    asking ??= Promise.all(checks.map(stateOf)).finally(() => {
      asking = undefined;
    });
    return asking;
  };

  app.get('/healthz', { logLevel: 'silent' }, () => ({ status: 'ok' }));

  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const entries = await states();
    const ready = entries.every(([, state], index) => state === 'ok' || checks[index]?.isOptional);
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not ready', parts: Object.fromEntries(entries) });
  });
}
