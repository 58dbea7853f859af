import { Gauge, type Registry } from 'prom-client';
import { engineQueueWaitMsMax } from '../engine/clickhouse-engine.js';
import { startDeadline } from '../engine/deadline.js';
import { FairSlots } from './fair-slots.js';

/** High, because an Application is often a whole product with many users. */
const waitersPerApplicationMax = 200;

/** The slots for user queries, with metrics of running and waiting queries. */
export function querySlots(slotsMax: number, registry: Registry): FairSlots {
  const slots = new FairSlots({
    slotsMax,
    waitersMax: waitersPerApplicationMax,
    waitMsMax: engineQueueWaitMsMax,
    startTimer: startDeadline,
  });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  gauge('weir_queries_running', 'Queries running on the engine', () => slots.running);
  gauge('weir_queries_waiting', 'Queries waiting for the engine', () => slots.waiting);
  return slots;
}
