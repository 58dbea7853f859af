import { errorCodes } from '../../base/errors.js';

const errorCodeValues = Object.entries(errorCodes)
  .map(([code, meaning]) => `  """\n  ${meaning}\n  """\n  ${code}`)
  .join('\n');

/** Failures that are part of an answer. The codes and their meanings come from the registry. */
export const errorSchema = /* GraphQL */ `
"""
The codes of all failures, here and in \`extensions.code\` of GraphQL errors.
"""
enum ErrorCode {
${errorCodeValues}
}

"""
Why something failed.
"""
type Error {
  """
  The failure's code, where it has one.
  """
  code: ErrorCode
  """
  What went wrong, for people.
  """
  message: String!
}

"""
The answer of a mutation that was refused.
"""
type FailureResponse {
  """
  Why it was refused.
  """
  error: Error!
}
`;
