import type { OwnService } from '../../support/service.js';
import type { Finding } from './verdict.js';

/** Neither the service nor the engine's process ends while it is asked. */
export function crash(
  { process, log }: Pick<OwnService, 'process' | 'log'>,
  metrics: string,
): Finding | undefined {
  if (process.exitCode !== null || process.signalCode !== null) {
    const kind = `the service ended with ${process.signalCode ?? process.exitCode}`;
    return { oracle: 'crash', kind, message: JSON.stringify(log.slice(-3)) };
  }
  const line = log.find(({ msg }) => typeof msg === 'string' && /engine ended|ending the engine/.test(msg));
  if (line) return { oracle: 'crash', kind: String(line['msg']), message: JSON.stringify(line) };
  const starts = Number(/^weir_engine_starts_total (\d+)$/m.exec(metrics)?.[1] ?? 1);
  if (starts > 1)
    return { oracle: 'crash', kind: 'the engine was started again', message: `${starts} starts` };
  return undefined;
}
