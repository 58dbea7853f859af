const challengeBytesMax = 10_000;

/** Slack asks a new URL once to send a text back, before it sends events. */
export function slackChallenge(body: Buffer): string | undefined {
  if (body.length > challengeBytesMax || !body.includes('url_verification')) return undefined;
  try {
    const { type, challenge } = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    if (type !== 'url_verification' || typeof challenge !== 'string') return undefined;
    return JSON.stringify({ challenge });
  } catch {
    // Not a question; the pipeline says what is wrong with it.
    return undefined;
  }
}
