import { type Fuzzer, withoutErrors } from '../fuzz-case.js';
import { asked, documentOf, withTrees } from './filters.js';
import { graphqlCase, queriers } from './twins.js';

/** Subscriptions: the first answer of each, while records arrive and other subscribers come and go. */
const fields = [
  'counter',
  'counters',
  'timeSeries',
  'leaderboard',
  'metricReport',
  'topValues',
  'dataGrid',
] as const;

export const liveFuzzer: Fuzzer = {
  name: 'live',
  acceptedPercentMin: 40,
  generate: (choices, world) => {
    const actor = choices.pick(queriers);
    const question = asked(choices, world, fields);
    const made = withTrees(
      graphqlCase(world, actor, documentOf('subscription', question), { input: question.input }),
    );
    const live = (request: typeof made.request) => ({
      ...request,
      headers: { ...request.headers, accept: 'text/event-stream' },
    });
    return { ...made, request: live(made.request), ...(made.twin && { twin: live(made.twin) }) };
  },
  accepted: withoutErrors,
};
