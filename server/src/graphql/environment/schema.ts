import { auditFields } from '../common/sdl-parts.js';

/** The Environment of the credentials, and its settings. */
export const environmentSchema = /* GraphQL */ `
extend type Query {
  """
  The Environment of the credentials.
  """
  environment(
    """
    The Environment's identifier, by default that of the credentials. Any other gives NOT_FOUND.
    """
    id: ID
  ): Environment
}

extend type Mutation {
  """
  Changes the Environment of the credentials. Omitted fields keep their values. Needs the scope \`admin\`.
  """
  modifyEnvironment(
    """
    Its new values.
    """
    input: ModifyEnvironmentInput!
  ): EnvironmentResponse
}

"""
A workspace. Every Application, Data Source, Data Pool and Metric belongs to one Environment and cannot access others.
"""
type Environment implements Node {
  """
  The Environment's identifier.
  """
  id: ID!
  """
  The Environment's unique name.
  """
  uniqueName: String!
  """
  What the Environment is for, in its owner's words.
  """
  description: String
  """
  The day on which weeks start in queries that have no \`weekStart\`.
  """
  weekStart: WeekStart!
  ${auditFields('Environment')}
}

"""
New values for the Environment. Omitted fields keep their values.
"""
input ModifyEnvironmentInput {
  """
  Its new unique name.
  """
  uniqueName: String
  """
  Its new description; an empty string clears it.
  """
  description: String
  """
  The day on which weeks start, for all queries that have no \`weekStart\`.
  """
  weekStart: WeekStart
}

"""
The Environment that was changed.
"""
type EnvironmentResponse {
  """
  The Environment.
  """
  environment: Environment!
}
`;
