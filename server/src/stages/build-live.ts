import { systemClock } from '../base/clock.js';
import type { Engine } from '../engine/engine.js';
import { LiveQuestions } from '../live/live-questions.js';
import { OtherNodes } from '../live/other-nodes.js';
import type { Stores } from './open-stores.js';
import type { StageContext } from './stage-context.js';

/** The questions that are subscribed to. */
export function buildLive(
  { config, registry, log, onStop }: StageContext,
  { catalog, versions }: Stores,
  engine: Engine,
): LiveQuestions {
  const live = new LiveQuestions({
    clock: systemClock,
    versions,
    onCatalogChange: (listener) => catalog.cached.onOutdated(listener),
    registry,
  });
  onStop(() => live.stop());
  if (config.databaseUrl) {
    const others = new OtherNodes({ live, catalog, engine, cluster: config.engine.cluster, log });
    onStop(() => others.stop());
  }
  return live;
}
