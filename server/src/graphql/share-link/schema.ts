import { shareLinkLimits } from '../../catalog/share-link.js';
import { connection, pageArguments } from '../common/sdl-parts.js';

const { perDashboardMax, descriptionCharactersMax, daysDefault, daysMax, daysKept } = shareLinkLimits;
const count = (value: number) => value.toLocaleString('en-US');

/** Share links: dashboards for people without credentials. */
export const shareLinkSchema = /* GraphQL */ `
extend type Query {
  """
  The share links of the Environment, newest first. Needs the scope \`admin\`.
  """
  shareLinks(
    """
    Only links to this dashboard, by its identifier.
    """
    dashboard: ID${pageArguments()}
  ): ShareLinkConnection
}

extend type Mutation {
  """
  Creates a link that shows a dashboard, or one of its tiles, to all who have it. Its secret is in the answer and never shown again.
  Needs the scope \`admin\`.
  """
  createShareLink(
    """
    What to show, with which rights, and until when.
    """
    input: CreateShareLinkInput!
  ): CreateShareLinkResponse
  """
  Deletes a share link and returns its identifier. Pages that show it end within seconds. Needs the scope \`admin\`.
  """
  revokeShareLink(
    """
    The share link's identifier.
    """
    id: ID!
  ): ID
}

"""
A link that shows a dashboard, or one of its tiles, and nothing else. Its viewers need no credentials.
"""
type ShareLink {
  """
  The share link's identifier.
  """
  id: ID!
  """
  The dashboard that it shows.
  """
  dashboard: Dashboard
  """
  The identifier of the only tile that it shows; null for the whole dashboard.
  """
  tile: ID
  """
  What it is for, in its owner's words.
  """
  description: String
  """
  The identifier of the Application whose access policies and tier the queries have.
  """
  application: ID!
  """
  The scopes that the queries have, as long as the Application has them too.
  """
  scopes: [ApplicationScope!]!
  """
  The values for the placeholders of access policies, as a JSON object.
  """
  policyValues: String!
  """
  When it stops working.
  """
  expiresAt: DateTime!
  """
  When it was created, in UTC.
  """
  createdAt: DateTime!
  """
  The identifier of the Application that created it.
  """
  createdBy: String!
}

"""
A new share link.
"""
input CreateShareLinkInput {
  """
  The identifier of the dashboard to show. A dashboard has at most ${count(perDashboardMax)} links.
  """
  dashboard: ID!
  """
  The identifier of the only tile to show, by default all.
  """
  tile: ID
  """
  What it is for, at most ${count(descriptionCharactersMax)} characters.
  """
  description: String
  """
  The identifier of the Application whose access policies and tier the queries have, by default the caller's. Another one needs the
  right to give that Application a new secret.
  """
  application: ID
  """
  The scopes that the queries have: \`METRIC_QUERY\` for Metric tiles, \`DATA_POOL_QUERY\` for SQL tiles. By default those of the two
  that the dashboard needs.
  """
  scopes: [ApplicationScope!]
  """
  Values for the placeholders of access policies: a JSON object, as in a token request. If the caller's own token has some, the link has
  the same.
  """
  policyValues: String
  """
  When it stops working, by default in ${daysDefault} days, at most in ${count(daysMax)}. It stays in the list for ${daysKept} days after that.
  """
  expiresAt: DateTime
}

"""
The share link that was created.
"""
type CreateShareLinkResponse {
  """
  The share link.
  """
  shareLink: ShareLink!
  """
  Its secret, which is not stored and never shown again. With the link's identifier as the client ID, it requests tokens.
  """
  secret: String!
  """
  The path of the page that shows it, to append to the URL of the service. The secret is in its fragment, which browsers do not
  send.
  """
  path: String!
}
${connection('ShareLink', 'share links')}`;
