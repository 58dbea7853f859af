import { setTimeout as delay } from 'node:timers/promises';

/** A moment that nothing chose, at most so many milliseconds away. For kills: each run meets the service at another one. */
export const randomMoment = (msMax: number): Promise<void> => delay(Math.random() * msMax);
