import { type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * One line of JSON per log entry. Code never passes secrets or event payloads to the log; the redacted paths here are
 * the second line of defence.
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [
        '*.authorization',
        '*.password',
        '*.secret',
        '*.client_secret',
        '*.access_token',
        'req.headers',
        'authorization',
        'password',
        'secret',
      ],
      censor: '[redacted]',
    },
  });
}
