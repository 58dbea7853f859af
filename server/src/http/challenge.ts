import type { FastifyRequest } from 'fastify';

/** RFC 6750, section 3. Not Basic, for which browsers would open a login dialog on any page. */
export const challenge = ({ headers }: FastifyRequest) =>
  /^Bearer\b/i.test(headers.authorization ?? '')
    ? 'Bearer realm="weir", error="invalid_token"'
    : 'Bearer realm="weir"';
