import type { DataSourceKind } from './kind.js';

/** The kind of Data Source that comes with a materialized view's new Data Pool. \`createMaterializedView\` creates it. */
export const materializedViewKind: DataSourceKind = {
  description: 'The results of a materialized view.',
  settingsType: 'MaterializedViewConnectionSettings',
  mutations: '',
  types: /* GraphQL */ `
"""
The settings of a Data Source whose records are the results of a materialized view.
"""
type MaterializedViewConnectionSettings {
  """
  The materialized view; null once it has been deleted.
  """
  materializedView: MaterializedView
}
`,
};
