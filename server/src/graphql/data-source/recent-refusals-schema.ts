import { refusalDaysMax, refusalSlots } from '../../sql/recent-refusals.js';

/** Why the requests of a sender fail. */
export const recentRefusalsFields = `
  """
  The last refused requests of the last ${refusalDaysMax} days, newest first: at most ${refusalSlots.senders} of senders, and ${refusalSlots.strangers} without valid
  credentials. Requests that got 429, 503 or 500 are not included.
  """
  recentRefusals(
    """
    How many to return: 1 to ${refusalSlots.senders + refusalSlots.strangers}, by default ${refusalSlots.senders + refusalSlots.strangers}.
    """
    first: Int
  ): [RecentRefusal!]!`;

export const recentRefusalsTypes = /* GraphQL */ `
"""
A request to a webhook that was refused, or of which some events were refused.
"""
type RecentRefusal {
  """
  The identifier in the response header \`Weir-Receipt\`.
  """
  receiptId: ID!
  """
  When the request arrived, in UTC.
  """
  receivedAt: DateTime!
  """
  The status of the response. It is 200 when only some events were refused, because the sender asked for that.
  """
  status: Int!
  """
  The first errors of the response.
  """
  errors: [RefusalError!]!
  """
  At most 2 KB of the payload: the first refused event, or the part of the body that cannot be read. Null when no body was
  read, or when the sender had no valid credentials.
  """
  sample: String
}

"""
A reason why a request was refused.
"""
type RefusalError {
  """
  The index of the event in the request, from 0; null when the whole request was refused.
  """
  index: Int
  """
  The column whose value is invalid; null when it is not about a column.
  """
  column: String
  """
  What is wrong.
  """
  message: String!
}
`;
