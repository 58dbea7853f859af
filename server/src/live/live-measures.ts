import { Counter, Gauge, type Registry } from 'prom-client';

export interface LiveMeasures {
  readonly asked: Counter;
  readonly refused: Counter;
  readonly ended: Counter<'code'>;
}

/** `live` is what is measured. */
export function liveMeasures(
  registry: Registry,
  live: { readonly subscriptions: number; readonly size: number },
): LiveMeasures {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  gauge('weir_subscriptions', 'Open GraphQL subscriptions', () => live.subscriptions);
  gauge('weir_live_questions', 'Different questions that are subscribed to', () => live.size);
  const registers = [registry];
  return {
    asked: new Counter({
      name: 'weir_live_questions_asked_total',
      help: 'Executions of questions that are subscribed to',
      registers,
    }),
    refused: new Counter({
      name: 'weir_subscriptions_refused_total',
      help: 'Subscriptions refused because of a limit',
      registers,
    }),
    ended: new Counter({
      name: 'weir_subscriptions_ended_total',
      help: 'Subscriptions that the service ended, by the reason it gave',
      labelNames: ['code'],
      registers,
    }),
  };
}
