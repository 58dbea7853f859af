/**
 * SDL that every topic uses: the fields that all resources share, the paging arguments of a list, and the two types of a
 * connection.
 */

/** The fields of `Node` and `Common`, for a type that implements both. */
export function commonFields(noun: string): string {
  return `
  """
  The ${noun}'s identifier.
  """
  id: ID!${resourceFields(noun)}`;
}

/** The fields of `Common`. */
export function resourceFields(noun: string): string {
  return `
  """
  The ${noun}'s name, unique among its kind in the Environment.
  """
  uniqueName: String!
  """
  What the ${noun} is for, in its owner's words.
  """
  description: String
  """
  The Environment that the ${noun} belongs to.
  """
  environment: Environment!
  ${auditFields(noun)}`;
}

/** When something was created and changed, and by whom. */
export function auditFields(noun: string): string {
  return `
  """
  When the ${noun} was created, in UTC.
  """
  createdAt: DateTime!
  """
  Who created the ${noun}: an Application's ID, or \`system\`.
  """
  createdBy: String!
  """
  When the ${noun} was last modified, in UTC.
  """
  modifiedAt: DateTime!
  """
  Who last modified the ${noun}: an Application's ID, or \`system\`.
  """
  modifiedBy: String!`;
}

interface PageSizes {
  readonly default: string;
  readonly max: string;
}

const resourcePage: PageSizes = { default: '10', max: '100' };

/** Forward and backward paging through a list. */
export function pageArguments(sizes: PageSizes = resourcePage): string {
  return `
    """
    How many to return when paging forward: 1 to ${sizes.max}, by default ${sizes.default}.
    """
    first: Int
    """
    Return items after this cursor: the \`endCursor\` of the previous page.
    """
    after: String
    """
    How many to return when paging backward: 1 to ${sizes.max}.
    """
    last: Int
    """
    Return items before this cursor: the \`startCursor\` of the next page.
    """
    before: String`;
}

/** The connection and edge types of a list. `plural` names its members in descriptions. */
export function connection(type: string, plural: string): string {
  return `
"""
A page of ${plural}.
"""
type ${type}Connection {
  """
  Where this page is in the whole list.
  """
  pageInfo: PageInfo!
  """
  The ${plural} of this page, each with its cursor.
  """
  edges: [${type}Edge!]!
  """
  The ${plural} of this page.
  """
  nodes: [${type}!]!
}

"""
One member of a page of ${plural}.
"""
type ${type}Edge {
  """
  The member itself.
  """
  node: ${type}!
  """
  The member's cursor, for \`after\` and \`before\`.
  """
  cursor: String!
}
`;
}
