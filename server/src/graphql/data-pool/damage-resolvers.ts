import { notFound } from '../../base/errors.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Damage } from '../../provision/damage.js';
import type { Resolvers } from '../generated/resolver-types.js';
import { shownDamage } from './shown-damage.js';

export interface DamageResolverOptions {
  readonly catalog: Catalog;
  readonly damage: Damage;
}

export function createDamageResolvers({ catalog, damage }: DamageResolverOptions) {
  return {
    Mutation: {
      dismissDataPoolDamage: async (_parent, { id }, { principal }) => {
        const dataPool = await catalog.dataPools.findById(principal.environmentId, id);
        if (!dataPool) throw notFound('Data Pool', id);
        await damage.dismiss(dataPool);
        return dataPool;
      },
    },
    DataPool: { damage: (dataPool) => shownDamage(damage.of(dataPool)) },
  } satisfies Resolvers;
}
