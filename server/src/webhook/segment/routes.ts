import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseBasicHeader } from '../../auth/basic-header.js';
import type { Clock } from '../../base/clock.js';
import { corsOptions } from '../../base/cors.js';
import { HttpRefusal } from '../../base/http-refusal.js';
import { BodyRefusal } from '../../ingest/refusal.js';
import type { WebhookAnswer } from '../answer.js';
import type { Intake } from '../intake.js';
import { SegmentBody, type SegmentBodyLimits } from './segment-body.js';
import { segmentSettings } from './settings.js';

export interface SegmentRoutesOptions {
  readonly intake: Intake;
  readonly publicUrl: () => string;
  /** Origins of pages that may send; undefined for any. */
  readonly corsOrigins: readonly string[] | undefined;
  readonly eventLimits: SegmentBodyLimits;
  readonly clock: Clock;
}

/** The `type` of a message by its path, undefined for a batch. Browser and mobile SDKs use the short paths. */
const paths: Readonly<Record<string, string | undefined>> = {
  batch: undefined,
  b: undefined,
  import: undefined,
  track: 'track',
  t: 'track',
  identify: 'identify',
  i: 'identify',
  page: 'page',
  p: 'page',
  screen: 'screen',
  s: 'screen',
  group: 'group',
  g: 'group',
  alias: 'alias',
  a: 'alias',
};

const settingsCacheSeconds = 120;

/** Segment's HTTP API. Its write key is a webhook's key. */
export function addSegmentRoutes(app: FastifyInstance, options: SegmentRoutesOptions): void {
  const { intake, publicUrl, corsOrigins } = options;
  for (const [path, type] of Object.entries(paths)) {
    const routes = async (scope: FastifyInstance) => {
      await scope.register(cors, corsOptions(corsOrigins, ['POST']));
      scope.post('/', async (request, reply) => {
        const { status, body } = await receive(options, request, reply, type);
        return reply.code(status).type('application/json; charset=utf-8').send(body);
      });
    };
    // Under a prefix, so that CORS headers apply to this path only.
    app.register(routes, { prefix: `/v1/${path}` });
  }
  const settings = async (scope: FastifyInstance) => {
    await scope.register(cors, corsOptions(corsOrigins, ['GET']));
    scope.get('/:writeKey/settings', async (request, reply: FastifyReply) => {
      const { writeKey } = request.params as { writeKey: string };
      await intake.expects(writeKey);
      reply.header('cache-control', `max-age=${settingsCacheSeconds}`);
      return segmentSettings(writeKey, publicUrl());
    });
  };
  app.register(settings, { prefix: '/v1/projects' });
}

/** The write key is the user name of basic authentication, or else in the body, which then has to be read first. */
async function receive(
  { intake, publicUrl, eventLimits, clock }: SegmentRoutesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  type: string | undefined,
): Promise<WebhookAnswer> {
  const message = request.raw;
  const isBatch = type === undefined;
  const eventsOf = (body: SegmentBody) => body.events(type, clock.now(), eventLimits);
  const delivery = {
    partial: undefined,
    address: request.ip,
    url: () => publicUrl() + request.url,
    message,
    setHeader: (name: string, value: string) => {
      // A browser would ask its user for a password.
      if (name !== 'www-authenticate') reply.header(name, value);
    },
  };
  const writeKey = parseBasicHeader(message.headers.authorization)?.username;
  if (writeKey) {
    const messages = async (bytes: Buffer) => {
      const body = await SegmentBody.read(bytes, isBatch);
      if (body.writeKey !== undefined && body.writeKey !== writeKey) throw otherWriteKey();
      return await eventsOf(body);
    };
    return await intake.receive({ ...delivery, webhookKey: writeKey, messages });
  }
  const { bytes, release } = await intake.readUnnamed(message);
  try {
    const body = await SegmentBody.read(bytes, isBatch).catch((error: unknown) => {
      throw error instanceof BodyRefusal ? intake.refuse(unreadable(error)) : error;
    });
    if (!body.writeKey) throw intake.refuse(noWriteKey());
    const messages = () => eventsOf(body);
    return await intake.receive({ ...delivery, webhookKey: body.writeKey, messages, body: bytes });
  } finally {
    release();
  }
}

const otherWriteKey = () =>
  new HttpRefusal(400, 'other_write_key', 'The body has another write key than the Authorization header');

const unreadable = ({ reason, message }: BodyRefusal) => new HttpRefusal(400, reason, message);

const noWriteKey = () =>
  new HttpRefusal(
    401,
    'no_write_key',
    "The request has no write key. Send the webhook's key as the user name of basic authentication, or as writeKey in the body",
  );
