import { commonFields, connection, pageArguments } from '../common/sdl-parts.js';

/** Access policies: which rows and columns of a Data Pool an Application may read. */
export const policySchema = /* GraphQL */ `
extend type Query {
  """
  One access policy. Needs the scope \`admin\`.
  """
  dataPoolAccessPolicy(
    """
    The access policy's identifier.
    """
    id: ID!
  ): DataPoolAccessPolicy
  """
  The Environment's access policies, newest first. Needs the scope \`admin\`.
  """
  dataPoolAccessPolicies(${pageArguments()}
  ): DataPoolAccessPolicyConnection
}

extend type Mutation {
  """
  Creates an access policy for a Data Pool. The first one turns on the access control of the Data Pool, and of those that
  materialized views fill from it. Needs the scope \`admin\`.
  """
  createDataPoolAccessPolicy(
    """
    The new access policy.
    """
    input: CreateDataPoolAccessPolicyInput!
  ): DataPoolAccessPolicyResponse
  """
  Changes an access policy. Omitted fields keep their values. Needs the scope \`admin\`.
  """
  modifyDataPoolAccessPolicy(
    """
    Which access policy, and its new values.
    """
    input: ModifyDataPoolAccessPolicyInput!
  ): DataPoolAccessPolicyResponse
  """
  Deletes an access policy with its assignments and returns its identifier. Needs the scope \`admin\`.
  """
  deleteDataPoolAccessPolicy(
    """
    The access policy's identifier.
    """
    id: ID!
  ): ID
  """
  Assigns an access policy to an Application, in addition to its other policies, and returns the policy's identifier.
  Needs the scope \`admin\`.
  """
  assignDataPoolAccessPolicyToApplication(
    """
    The access policy's identifier.
    """
    dataPoolAccessPolicy: ID!
    """
    The Application's identifier.
    """
    application: ID!
  ): ID
  """
  Unassigns an access policy from an Application and returns the policy's identifier. Needs the scope \`admin\`.
  """
  unAssignDataPoolAccessPolicyFromApplication(
    """
    The access policy's identifier.
    """
    dataPoolAccessPolicy: ID!
    """
    The Application's identifier.
    """
    application: ID!
  ): ID
}

extend type Application {
  """
  The access policies that are assigned to it, newest first.
  """
  dataPoolAccessPolicies(${pageArguments()}
  ): DataPoolAccessPolicyConnection
}

extend type DataPool {
  """
  The access policies for it, newest first.
  """
  dataPoolAccessPolicies(${pageArguments()}
  ): DataPoolAccessPolicyConnection
}

"""
The rows and columns of a Data Pool that the assigned Applications may read.
"""
type DataPoolAccessPolicy implements Node & Common {${commonFields('access policy')}
  """
  The Data Pool that it applies to.
  """
  dataPool: DataPool!
  """
  Whether it is in force: whether its Data Pool has access control. Otherwise every Application with a query scope reads
  the whole Data Pool.
  """
  inForce: Boolean!
  """
  The readable columns; \`*\` means all of them.
  """
  columns: [String!]!
  """
  The SQL condition that rows must meet to be shown; null for all rows.
  """
  filterSql: String
  """
  Structured conditions that rows must meet to be shown, if any.
  """
  rows: [Filter!] @deprecated(reason: "Use \`filterSql\`.")
  """
  The Applications that it is assigned to, newest first.
  """
  applications(${pageArguments()}
  ): ApplicationConnection
}

"""
A new access policy.
"""
input CreateDataPoolAccessPolicyInput {
  """
  The identifier of the Data Pool that it applies to.
  """
  dataPool: ID!
  """
  Its unique name, by default its identifier.
  """
  uniqueName: String
  """
  What it is for.
  """
  description: String
  """
  The columns to show: their names, or \`["*"]\` for all of them.
  """
  columns: [String!]!
  """
  The SQL condition that rows must meet to be shown. By default all rows are shown. \`\${{ name }}\` stands for a value
  from the token's \`policy_values\`.
  """
  filterSql: String
  """
  Structured conditions that rows must meet to be shown.
  """
  rows: [FilterInput!] @deprecated(reason: "Use \`filterSql\`.")
  """
  Whether it turns on the access control of its Data Pool. By default the first policy of a Data Pool does. False leaves
  access control as it is; while that is off, the policy is not in force.
  """
  accessControlEnabled: Boolean
}

"""
New values for an access policy. Omitted fields keep their values.
"""
input ModifyDataPoolAccessPolicyInput {
  """
  The identifier of the access policy to change.
  """
  id: ID!
  """
  Its new unique name.
  """
  uniqueName: String
  """
  Its new description; an empty string clears it.
  """
  description: String
  """
  The new columns to show: their names, or \`["*"]\` for all of them.
  """
  columns: [String!]
  """
  The new SQL condition that rows must meet to be shown; an empty string shows all rows.
  """
  filterSql: String
  """
  Structured conditions that rows must meet to be shown; an empty list removes them.
  """
  rows: [FilterInput!] @deprecated(reason: "Use \`filterSql\`.")
}

"""
The access policy that was created or changed.
"""
type DataPoolAccessPolicyResponse {
  """
  The access policy.
  """
  dataPoolAccessPolicy: DataPoolAccessPolicy!
  """
  What else it has changed, or that it is not in force; null if there is nothing to say.
  """
  notice: String
}
${connection('DataPoolAccessPolicy', 'access policies')}`;
