import { Gauge, type Registry } from 'prom-client';
import { FairSlots, type WaitingLimits } from '../base/fair-slots.js';
import { engineQueueWaitMsMax } from '../engine/clickhouse-engine.js';
import { startDeadline } from '../engine/deadline.js';

/** Per Application. High for queries, because an Application is often a whole product with many users. */
const waitersMax = { queries: 200, exports: 20 };

/** The slots for user queries, with metrics of running and waiting queries. */
export const querySlots = (slotsMax: number, registry: Registry) =>
  measuredSlots('queries', 'Queries', slotsMax, registry);

/** The slots for exports. An export can hold one for an hour, so others do not wait for it for long. */
export const exportSlots = (slotsMax: number, registry: Registry) =>
  measuredSlots('exports', 'Exports', slotsMax, registry);

function measuredSlots(
  work: WaitingLimits['work'],
  title: string,
  slotsMax: number,
  registry: Registry,
): FairSlots {
  const waiting = {
    work,
    waitersMax: waitersMax[work],
    waitMsMax: engineQueueWaitMsMax,
    startTimer: startDeadline,
  };
  const slots = new FairSlots({ slotsMax, waiting });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  gauge(`weir_${work}_running`, `${title} running on the engine`, () => slots.running);
  gauge(`weir_${work}_waiting`, `${title} waiting for the engine`, () => slots.waiting);
  return slots;
}
