import { errorCodes } from '../../base/errors.js';

const errorCodeValues = Object.entries(errorCodes)
  .map(([code, meaning]) => `  """\n  ${meaning}\n  """\n  ${code}`)
  .join('\n');

/** Failures that are part of a response. The codes and their meanings come from the registry. */
export const errorSchema = /* GraphQL */ `
"""
Error codes, also used in \`extensions.code\` of GraphQL errors.
"""
enum ErrorCode {
${errorCodeValues}
}

"""
Why something failed.
"""
type Error {
  """
  The error code, if any.
  """
  code: ErrorCode
  """
  A human-readable explanation.
  """
  message: String!
  """
  The field of the input that is refused, such as \`uniqueName\`, if it is one. Also in \`extensions.field\` of GraphQL errors.
  """
  field: String
}

"""
The response of a mutation that was refused.
"""
type FailureResponse {
  """
  Why it was refused.
  """
  error: Error!
}
`;
