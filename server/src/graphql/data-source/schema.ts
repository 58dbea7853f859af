import { commonFields, connection, pageArguments } from '../common/sdl-parts.js';
import { intakeStatisticsFields, intakeStatisticsTypes } from './intake-statistics-schema.js';
import type { DataSourceKind } from './kind.js';
import { dataSourceKinds } from './kinds.js';
import { recentRefusalsFields, recentRefusalsTypes } from './recent-refusals-schema.js';
import { tableSettingsSchema } from './table-settings-schema.js';

const kinds = Object.values(dataSourceKinds);

const enumValue = ([type, { description }]: [string, DataSourceKind]) => `
  """
  ${description}
  """
  ${type}`;

/** Data Sources: where records come from. */
export const dataSourceSchema = /* GraphQL */ `
extend type Query {
  """
  One Data Source. Needs the scope \`admin\`.
  """
  dataSource(
    """
    The Data Source's identifier.
    """
    id: ID!
  ): DataSource
  """
  One Data Source by its unique name. Needs the scope \`admin\`.
  """
  dataSourceByName(
    """
    The Data Source's unique name.
    """
    uniqueName: String!
  ): DataSource
  """
  The Environment's Data Sources, newest first. Needs the scope \`admin\`.
  """
  dataSources(${pageArguments()}
  ): DataSourceConnection
}

extend type Mutation {${kinds.map(({ mutations }) => mutations).join('')}
  """
  Deletes a Data Source with its Data Pools and their records, and returns its identifier. Its URL stops accepting events
  immediately. Fails with CONFLICT and lists the Metrics and access policies of its Data Pools, unless \`cascade\` is true.
  Needs the scope \`admin\`.
  """
  deleteDataSource(
    """
    The Data Source's identifier.
    """
    id: ID!
    """
    Also delete the Metrics and access policies of its Data Pools, by default false.
    """
    cascade: Boolean = false
  ): ID
  """
  Deletes a Data Source by its unique name, with its Data Pools and their records, and returns its identifier. Fails with
  CONFLICT and lists the Metrics and access policies of its Data Pools, unless \`cascade\` is true. Needs the scope
  \`admin\`.
  """
  deleteDataSourceByName(
    """
    The Data Source's unique name.
    """
    uniqueName: String!
    """
    Also delete the Metrics and access policies of its Data Pools, by default false.
    """
    cascade: Boolean = false
  ): ID
}

"""
Where the records of Data Pools come from.
"""
type DataSource implements Node & Common {${commonFields('Data Source')}
  """
  The kind of Data Source.
  """
  type: DataSourceType!
  """
  Whether it receives records.
  """
  status: DataSourceStatus!
  """
  Why it is BROKEN; null otherwise.
  """
  error: Error
  """
  Its settings, which depend on its kind.
  """
  connectionSettings: ConnectionSettings!
  """
  The outcome of its last test, for a Data Source that connects to something; empty for others.
  """
  checks: [DataSourceCheck!]!${intakeStatisticsFields}${recentRefusalsFields}
}

"""
The kinds of Data Source.
"""
enum DataSourceType {${Object.entries(dataSourceKinds).map(enumValue).join('')}
}

"""
The states of a Data Source.
"""
enum DataSourceStatus {
  """
  Created, not connected yet.
  """
  CREATED
  """
  Being connected.
  """
  CONNECTING
  """
  Receiving records.
  """
  CONNECTED
  """
  It could not be connected: see \`error\`.
  """
  BROKEN
  """
  Being deleted.
  """
  DELETING
}

"""
Something that was tested about the connection of a Data Source.
"""
type DataSourceCheck {
  """
  What was tested, such as CREDENTIALS.
  """
  name: String!
  """
  What is the case if it succeeded.
  """
  description: String!
  """
  Its outcome.
  """
  status: DataSourceCheckStatus!
  """
  Why it failed; null otherwise.
  """
  error: Error
  """
  When it was tested.
  """
  checkedAt: DateTime
}

"""
The outcomes of a test.
"""
enum DataSourceCheckStatus {
  """
  It was not tested, because an earlier one failed.
  """
  NOT_STARTED
  """
  It succeeded.
  """
  SUCCEEDED
  """
  It failed.
  """
  FAILED
}

"""
A Data Source's settings, which depend on its kind.
"""
union ConnectionSettings = ${kinds.map(({ settingsType }) => settingsType).join(' | ')}

"""
The Data Source that was created or changed.
"""
type DataSourceResponse {
  """
  The Data Source.
  """
  dataSource: DataSource!
}
${kinds.map(({ types }) => types).join('')}${intakeStatisticsTypes}${recentRefusalsTypes}${tableSettingsSchema}${connection('DataSource', 'Data Sources')}`;
