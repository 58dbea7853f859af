import { connection } from '../common/sdl-parts.js';

/** Events that could not be stored, and how to get them out of the quarantine. */
export const quarantineSchema = /* GraphQL */ `
extend type Query {
  """
  The events of a Data Source that could not be stored and are in quarantine, newest first. With access control, the
  Application must be allowed to read all rows and columns of the Data Pool. Needs the scope \`admin\`.
  """
  quarantinedEvents(
    """
    The Data Source's identifier.
    """
    dataSource: ID!
    """
    How many events, by default 10, at most 100. There are fewer on a page with more than 8 MiB of payloads.
    """
    first: Int
    """
    The cursor of the event that the page begins after.
    """
    after: String
    """
    Which events, by default all.
    """
    filter: QuarantinedEventFilterInput
  ): QuarantinedEventConnection!
}

extend type Mutation {
  """
  Deletes quarantined events. Needs the scope \`admin\`.
  """
  discardQuarantinedEvents(
    """
    Which events.
    """
    input: DiscardQuarantinedEventsInput!
  ): DiscardQuarantinedEventsResponse
  """
  Stores a quarantined event with another payload, as received at its own time. If the new payload cannot be stored either,
  the event stays in quarantine as it is. Needs the scope \`admin\`.
  """
  correctQuarantinedEvent(
    """
    Which event, and its new payload.
    """
    input: CorrectQuarantinedEventInput!
  ): CorrectQuarantinedEventResponse
}

"""
An event that could not be stored.
"""
type QuarantinedEvent {
  """
  The event's identifier. A record that is stored from it later keeps it, so that replaying it twice stores it once.
  """
  id: ID!
  """
  When the event was received.
  """
  receivedAt: DateTime!
  """
  The event as it was sent, byte for byte. Bytes that are not UTF-8 are shown as U+FFFD; \`payloadBase64\` has them.
  """
  payload: String!
  """
  The exact bytes of the event, in Base64.
  """
  payloadBase64: String!
  """
  Why it could not be stored.
  """
  errors: [QuarantinedEventError!]!
}

"""
Why an event could not be stored.
"""
type QuarantinedEventError {
  """
  The column that it could not fill; null if the event itself is wrong.
  """
  column: String
  """
  The kind of problem: \`required\`, \`wrong_type\`, \`out_of_range\`, \`not_json\`, \`not_an_object\` and others.
  """
  reason: String!
  """
  What is wrong.
  """
  message: String!
}

"""
Events that could not be stored for the same reason.
"""
type QuarantineReason {
  """
  The column that they could not fill; null if the events themselves are wrong.
  """
  column: String
  """
  The kind of problem.
  """
  reason: String!
  """
  The message of one of them.
  """
  message: String!
  """
  How many events have this problem. An event can have several.
  """
  events: Int!
}

"""
Which quarantined events: those that meet everything that is given.
"""
input QuarantinedEventFilterInput {
  """
  The events' identifiers, at most 1,000.
  """
  ids: [ID!]
  """
  Events that could not fill this column.
  """
  column: String
  """
  Events with this kind of problem.
  """
  reason: String
  """
  Events whose payload contains this text, in upper or lower case.
  """
  search: String
  """
  Events received at this time or later.
  """
  start: DateTime
  """
  Events received before this time.
  """
  stop: DateTime
}

"""
Which quarantined events to delete.
"""
input DiscardQuarantinedEventsInput {
  """
  The Data Source's identifier.
  """
  dataSource: ID!
  """
  Which events. \`{}\` deletes all.
  """
  filter: QuarantinedEventFilterInput!
}

"""
The quarantined events that were deleted.
"""
type DiscardQuarantinedEventsResponse {
  """
  How many.
  """
  discardedEvents: Int!
}

"""
A correction of a quarantined event.
"""
input CorrectQuarantinedEventInput {
  """
  The Data Source's identifier.
  """
  dataSource: ID!
  """
  The event's identifier.
  """
  id: ID!
  """
  The event as it should have been: a JSON object.
  """
  payload: String!
}

"""
The event that was stored.
"""
type CorrectQuarantinedEventResponse {
  """
  Its identifier.
  """
  id: ID!
}
${connection('QuarantinedEvent', 'quarantined events')}
extend type QuarantinedEventConnection {
  """
  How many events meet the filter.
  """
  totalCount: Int!
  """
  How many bytes their payloads have.
  """
  totalBytes: String!
  """
  Why they could not be stored, most frequent first; at most 100 different reasons.
  """
  reasons: [QuarantineReason!]!
}
`;
