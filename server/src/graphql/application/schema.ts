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
  Creates an Application. The answer is the one time that its secret is shown. Needs the scope
  \`application:admin\`, and every scope that the new Application gets; \`admin\` counts for the query scopes.
  """
  createApplication(
    """
    The new Application.
    """
    input: createApplicationInput!
  ): ApplicationOrFailureResponse
  """
  Changes an Application. What is absent stays as it is. Needs the scope \`application:admin\`, and every scope that
  the Application has or gets; \`admin\` counts for the query scopes.
  """
  modifyApplication(
    """
    Which Application, and its new values.
    """
    input: modifyApplicationInput!
  ): ApplicationOrFailureResponse
  """
  Gives an Application a new secret, which only this answer shows. The secret before it stays valid until
  the next rotation; older ones do not. Needs the scope \`application:admin\`, every scope that the Application has,
  and without \`admin\` every access policy of it.
  """
  rotateApplicationSecret(
    """
    The Application's identifier.
    """
    id: ID!
    """
    False revokes the secret before at once, by default true.
    """
    keepPrevious: Boolean = true
  ): ApplicationResponse
  """
  Deletes an Application and revokes its secrets; answers its identifier. Refused with CONFLICT and the
  list of what uses it, unless \`cascade\` is true. Needs the scope \`application:admin\`, and every scope that the
  Application has; \`admin\` counts for the query scopes.
  """
  deleteApplication(
    """
    The Application's identifier.
    """
    id: ID!
    """
    Also remove what uses it, by default false.
    """
    cascade: Boolean = false
  ): ID
  """
  Deletes an Application by its unique name; answers its identifier. Refused with CONFLICT and the list of
  what uses it, unless \`cascade\` is true. Needs the scope \`application:admin\`, and every scope that the Application
  has; \`admin\` counts for the query scopes.
  """
  deleteApplicationByName(
    """
    The Application's unique name.
    """
    uniqueName: String!
    """
    Also remove what uses it, by default false.
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
  The OAuth 2.0 client secret. Only in the answers of \`createApplication\` and \`rotateApplicationSecret\`,
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
What an Application, or a token that it asked for, may do in its Environment.
"""
enum ApplicationScope {
  """
  \`admin\`: read and write Data Sources, Data Pools, Metrics, access policies and jobs, and query all.
  """
  ADMIN
  """
  \`application:admin\`: read Applications, and write those that have no more scopes than the token itself.
  """
  APPLICATION_ADMIN
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
  The tier in which its queries run, by default P1_X_SMALL. Without the scope \`admin\`, none above the tier of the
  asking Application.
  """
  tier: Tier
  """
  What it may do, at least one scope. By default all scopes that the token can give.
  """
  scopes: [ApplicationScope!]
}

"""
New values for an Application. What is absent stays as it is.
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
  Its new description.
  """
  description: String
  """
  Its new tier, for queries from now on. Without the scope \`admin\`, none above the tier of the asking Application.
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
The Application, or why it was refused.
"""
union ApplicationOrFailureResponse = ApplicationResponse | FailureResponse
${connection('Application', 'Applications')}`;
