/** A refusal with a specific HTTP status. Its message is shown to the client. */
export class HttpRefusal extends Error {
  readonly statusCode: number;
  readonly reason: string;
  /** Headers of the response. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    statusCode: number,
    reason: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.statusCode = statusCode;
    this.reason = reason;
    this.headers = headers;
  }
}
