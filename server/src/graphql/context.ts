import type { Principal } from '../base/principal.js';

/** What every resolver receives: who is asking. */
export interface GraphQLContext {
  readonly principal: Principal;
}
