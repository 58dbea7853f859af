import { defaultTier } from '../../base/tier.js';
import { commonFields, connection, pageArguments } from '../common/sdl-parts.js';

/** Applications: API credentials with scopes and a tier. */
export const applicationSchema = /* GraphQL */ `
extend type Query {
  """
  One Application. Needs the scope \`application:admin\`.
  """
  application(
    """
    The Application's identifier.
    """
    id: ID!
  ): Application
  """
  One Application by its unique name. Needs the scope \`application:admin\`.
  """
  applicationByName(
    """
    The Application's unique name.
    """
    uniqueName: String!
  ): Application
  """
  The Environment's Applications, newest first. Needs the scope \`application:admin\`.
  """
  applications(${pageArguments()}
  ): ApplicationConnection
}

extend type Mutation {
  """
  Creates an Application. Its secret is shown only in this response. Needs the scope
  \`application:admin\`, and every scope that the new Application gets; \`admin\` counts for the query scopes.
  """
  createApplication(
    """
    The new Application.
    """
    input: createApplicationInput!
  ): ApplicationOrFailureResponse
  """
  Changes an Application. Omitted fields keep their values. Needs the scope \`application:admin\`, and every scope that
  the Application has or gets; \`admin\` counts for the query scopes.
  """
  modifyApplication(
    """
    Which Application, and its new values.
    """
    input: modifyApplicationInput!
  ): ApplicationOrFailureResponse
  """
  Gives an Application a new secret, which is shown only in this response. The previous secret stays valid until
  the next rotation; older secrets are revoked. Needs the scope \`application:admin\`, every scope that the Application
  has and, without \`admin\`, every access policy of the Application.
  """
  rotateApplicationSecret(
    """
    The Application's identifier.
    """
    id: ID!
    """
    Whether the previous secret stays valid, by default true. False revokes it immediately.
    """
    keepPrevious: Boolean = true
  ): ApplicationResponse
  """
  Deletes an Application, revokes its secrets and returns its identifier. Fails with CONFLICT and lists the access
  policies that are assigned to it, unless \`cascade\` is true. Needs the scope \`application:admin\`, and every scope that the
  Application has; \`admin\` counts for the query scopes.
  """
  deleteApplication(
    """
    The Application's identifier.
    """
    id: ID!
    """
    Also unassign its access policies, by default false.
    """
    cascade: Boolean = false
  ): ID
  """
  Deletes an Application by its unique name and returns its identifier. Fails with CONFLICT and lists the access policies
  that are assigned to it, unless \`cascade\` is true. Needs the scope \`application:admin\`, and every scope that the Application
  has; \`admin\` counts for the query scopes.
  """
  deleteApplicationByName(
    """
    The Application's unique name.
    """
    uniqueName: String!
    """
    Also unassign its access policies, by default false.
    """
    cascade: Boolean = false
  ): ID
}

"""
API credentials with their scopes, and the tier in which their queries run.
"""
type Application implements Node & Common {${commonFields('Application')}
  """
  The OAuth 2.0 client ID: the Application's identifier.
  """
  clientId: String!
  """
  The OAuth 2.0 client secret. Present only in the responses of \`createApplication\` and \`rotateApplicationSecret\`,
  null everywhere else.
  """
  secret: String
  """
  The tier in which the Application's queries run.
  """
  tier: Tier!
  """
  What the Application may do.
  """
  scopes: [ApplicationScope!]!
}

"""
What an Application, or a token that it requested, may do in its Environment.
"""
enum ApplicationScope {
  """
  \`admin\`: read and write Data Sources, Data Pools, Metrics, access policies and jobs, and run every query.
  """
  ADMIN
  """
  \`application:admin\`: read Applications, and write those that have no more scopes than the token itself.
  """
  APPLICATION_ADMIN
  """
  \`data_pool:load\`: load files into Data Pools, with \`POST /v1/load\`.
  """
  DATA_POOL_LOAD
  """
  \`data_pool:query\`: read the records of Data Pools, by data grid, by unique ID and by SQL.
  """
  DATA_POOL_QUERY
  """
  \`metric:query\`: query Metrics.
  """
  METRIC_QUERY
  """
  \`metric:stats\`: query the statistics of Metrics' dimensions, and top values.
  """
  METRIC_STATS
}

"""
A new Application.
"""
input createApplicationInput {
  """
  Its unique name, by default its identifier.
  """
  uniqueName: String
  """
  What it is for.
  """
  description: String
  """
  The tier in which its queries run, by default ${defaultTier}. Without the scope \`admin\`, it cannot be higher than the
  tier of the calling Application, which is then the default.
  """
  tier: Tier
  """
  What it may do, at least one scope. By default all scopes that the token can grant.
  """
  scopes: [ApplicationScope!]
}

"""
New values for an Application. Omitted fields keep their values.
"""
input modifyApplicationInput {
  """
  The Application to change.
  """
  idOrUniqueName: idOrUniqueName!
  """
  Its new unique name.
  """
  uniqueName: String
  """
  Its new description; an empty string clears it.
  """
  description: String
  """
  Its new tier, for future queries. Without the scope \`admin\`, it cannot be higher than the tier of the calling
  Application.
  """
  tier: Tier
  """
  Its new scopes, at least one.
  """
  scopes: [ApplicationScope!]
}

"""
The Application that was created or changed.
"""
type ApplicationResponse {
  """
  The Application.
  """
  application: Application!
}

"""
The Application, or the reason for the refusal.
"""
union ApplicationOrFailureResponse = ApplicationResponse | FailureResponse
${connection('Application', 'Applications')}`;
