/** Structured filters: the deprecated way, kept beside `filterSql`. */
export const filterSchema = /* GraphQL */ `
"""
How a filter compares a column with its value.
"""
enum FilterOperator {
  """
  Equal to the value.
  """
  EQUALS
  """
  Not equal to the value.
  """
  NOT_EQUALS
  """
  Greater than the value.
  """
  GREATER_THAN
  """
  Greater than the value or equal to it.
  """
  GREATER_THAN_OR_EQUAL_TO
  """
  Less than the value.
  """
  LESS_THAN
  """
  Less than the value or equal to it.
  """
  LESS_THAN_OR_EQUAL_TO
  """
  Matches the value as a pattern: \`%\` is any text, \`_\` is any one character.
  """
  LIKE
  """
  Does not match the value as a pattern.
  """
  NOT_LIKE
  """
  Is null. Takes no value.
  """
  IS_NULL
  """
  Is not null. Takes no value.
  """
  IS_NOT_NULL
}

"""
A condition on one column; prefer \`filterSql\`. It means \`(itself AND every "and") OR any "or"\`.
Filters in a list must all hold.
"""
input FilterInput {
  """
  The column to compare.
  """
  column: String!
  """
  How to compare it.
  """
  operator: FilterOperator!
  """
  The value to compare with, as text in the format of the column's type. Absent for \`IS_NULL\` and \`IS_NOT_NULL\`.
  """
  value: String
  """
  Filters that must hold together with this one. They bind more tightly than \`or\`.
  """
  and: [FilterInput!]
  """
  Alternatives: any one of these filters is enough.
  """
  or: [FilterInput!]
}

"""
A stored condition on one column. It means \`(itself AND every "and") OR any "or"\`.
"""
type Filter {
  """
  The column that is compared.
  """
  column: String!
  """
  How it is compared.
  """
  operator: FilterOperator!
  """
  The value that it is compared with; null for \`IS_NULL\` and \`IS_NOT_NULL\`.
  """
  value: String
  """
  Filters that must hold together with this one.
  """
  and: [Filter!]
  """
  Alternatives: any one of these filters is enough.
  """
  or: [Filter!]
}
`;
