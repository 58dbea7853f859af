/** Who would see what after a change of access control. */
export const accessPreviewSchema = /* GraphQL */ `
extend type Query {
  """
  Who would see what of a Data Pool if its access control or an assignment of a policy were changed. Nothing is changed.
  Needs the scope \`admin\`.
  """
  dataPoolAccessPreview(
    """
    The change.
    """
    input: DataPoolAccessPreviewInput!
  ): DataPoolAccessPreview
}

"""
A change of the access to a Data Pool.
"""
input DataPoolAccessPreviewInput {
  """
  The Data Pool's identifier.
  """
  dataPool: ID!
  """
  Whether it has access control afterwards, by default as it is. True also stands for the creation of its first policy.
  """
  accessControlEnabled: Boolean
  """
  A policy that an Application gets.
  """
  assign: PolicyAssignmentInput
  """
  A policy that is taken from an Application.
  """
  unassign: PolicyAssignmentInput
}

"""
An access policy and an Application.
"""
input PolicyAssignmentInput {
  """
  The access policy's identifier.
  """
  dataPoolAccessPolicy: ID!
  """
  The Application's identifier.
  """
  application: ID!
}

"""
Who would see what of a Data Pool.
"""
type DataPoolAccessPreview {
  """
  The Data Pool.
  """
  dataPool: DataPool!
  """
  Whether it has access control afterwards.
  """
  accessControlEnabled: Boolean!
  """
  How many records it has; null if they could not be counted in time.
  """
  recordCount: String
  """
  The Data Pools that get access control with it, because materialized views fill them from it.
  """
  alsoProtected: [DataPool!]!
  """
  The newest 100 Applications that have a scope for queries.
  """
  applications: [DataPoolAccess!]!
  """
  Whether all Applications, policies, dashboards and share links were looked at, and all records counted. Otherwise there may
  be more to change than this shows.
  """
  isComplete: Boolean!
}

"""
What an Application sees of a Data Pool.
"""
type DataPoolAccess {
  """
  The Application. Needs the scope \`application:admin\`.
  """
  application: Application!
  """
  What it reads now.
  """
  before: DataPoolAccessLevel!
  """
  What it reads after the change.
  """
  after: DataPoolAccessLevel!
  """
  How many records it sees after the change; null if that depends on the policy values of its tokens, or was not counted.
  """
  recordCount: String
  """
  The policy values that its tokens need after the change.
  """
  policyValues: [String!]!
  """
  The dashboards whose tiles it can no longer read.
  """
  dashboards: EmptiedCounts!
  """
  The share links with its rights whose tiles can no longer be read.
  """
  shareLinks: EmptiedCounts!
}

"""
How much of a Data Pool an Application reads.
"""
enum DataPoolAccessLevel {
  """
  Everything.
  """
  ALL
  """
  What its access policies show.
  """
  SOME
  """
  Nothing.
  """
  NONE
}

"""
How many lose the data of their tiles.
"""
type EmptiedCounts {
  """
  Those that have no data any more.
  """
  wholly: Int!
  """
  Those in which some tiles have no data any more.
  """
  partly: Int!
}
`;
