/** A refusal with a specific HTTP status. Its message is shown to the client. */
export class HttpRefusal extends Error {
  readonly statusCode: number;
  readonly reason: string;

  constructor(statusCode: number, reason: string, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.reason = reason;
  }
}
