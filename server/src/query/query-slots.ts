import { Gauge, type Registry } from 'prom-client';
import { engineQueueWaitMsMax } from '../engine/clickhouse-engine.js';
import { startDeadline } from '../engine/deadline.js';
import { FairSlots } from './fair-slots.js';

/** An Application is often a whole product with all its users behind it. */
const waitersPerApplicationMax = 200;

/** The slots in which queries of users run, and how many are taken and waited for as metrics. */
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
  gauge('weir_queries_running', 'Queries that run on the engine', () => slots.running);
  gauge('weir_queries_waiting', 'Queries that wait for the engine', () => slots.waiting);
  return slots;
}
