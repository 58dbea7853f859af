/** The receipts of webhook requests, from the header of the answer to the API. */
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/src/base/ids.js';
import { receiptOf, shownReceipt } from '../support/receipts.js';
import { basic, type Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { signers } from '../support/signers.js';
import { stored } from '../support/stored.js';
import { strangerTo } from '../support/stranger.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

let service: Service;
let webhook: Webhook;
beforeAll(async () => {
  service = await openService();
  webhook = await createWebhook(service, [{ name: 'n', type: 'INT64', nullable: false }]);
});

const send = (body: string | object, headers: Record<string, string> = {}, query = '') =>
  post(service, webhook.path + query, body, headers);

const none = { storedEvents: 0, quarantinedEvents: 0, duplicateEvents: 0, refusedEvents: 0 };
const answered = (statusCode: number, reason: string | null, counts: Partial<typeof none> = {}) => ({
  dataSource: { id: webhook.dataSourceId },
  dataPool: { id: webhook.dataPoolId },
  verification: 'NONE',
  statusCode,
  reason,
  ...none,
  ...counts,
});

describe('the receipt of a request', () => {
  it('counts the events that were stored, and says when they came', async () => {
    const before = Date.now();
    const answer = await send([{ n: 1 }, { n: 2 }, { n: 3 }]);
    const receipt = await shownReceipt(service, answer);
    expect(receipt).toMatchObject(answered(200, null, { storedEvents: 3 }));
    const receivedAt = Date.parse(receipt.receivedAt);
    expect(receivedAt).toBeGreaterThanOrEqual(before);
    expect(receivedAt).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    ['one event', [{ n: 1 }], '', answered.bind(null, 200, null, { storedEvents: 1 })],
    ['no event', [], '', answered.bind(null, 200, null)],
    [
      'an invalid event',
      [{ n: 1 }, { n: 'x' }],
      '',
      answered.bind(null, 400, 'wrong_type', { refusedEvents: 2 }),
    ],
    [
      'an invalid event, partially stored',
      [{ n: 1 }, { n: 'x' }, { n: 2 }],
      '?partial=true',
      answered.bind(null, 200, null, { storedEvents: 2, refusedEvents: 1 }),
    ],
    ['a body that is not JSON', '{', '', answered.bind(null, 400, 'not_json')],
    ['a flag that is not one', [{ n: 1 }], '?partial=maybe', answered.bind(null, 400, 'bad_query')],
  ])('tells what became of %s', async (_, body, query, expected) => {
    const wanted = expected();
    const answer = await send(body, {}, query);
    expect(answer.status).toBe(wanted.statusCode);
    expect(await shownReceipt(service, answer)).toMatchObject(wanted);
  });

  it('tells a repeated request from the first one, and from another body with its key', async () => {
    const key = { 'idempotency-key': 'receipts-1' };
    const [first, again, other] = [
      await send([{ n: 1 }, { n: 2 }], key),
      await send([{ n: 1 }, { n: 2 }], key),
      await send([{ n: 3 }], key),
    ];
    expect(await shownReceipt(service, first)).toMatchObject(answered(200, null, { storedEvents: 2 }));
    expect(await shownReceipt(service, again)).toMatchObject(answered(200, null, { duplicateEvents: 2 }));
    expect(await shownReceipt(service, other)).toMatchObject(answered(409, 'conflict'));
    expect(new Set([first, again, other].map(receiptOf)).size).toBe(3);
  });

  it('tells how the sender was verified, and which attempts were not', async () => {
    const basicAuth = { username: 'sender', password: 'right' };
    const guarded = await createWebhook(service, [], { basicAuth });
    const sendAs = (password: string) =>
      post(service, guarded.path, { n: 1 }, { authorization: basic('sender', password) });
    const counts = { ...none, storedEvents: 1 };
    const right = await shownReceipt(service, await sendAs('right'));
    expect(right).toMatchObject({ verification: 'BASIC_AUTH', statusCode: 200, ...counts });
    const wrong = await shownReceipt(service, await sendAs('wrong'));
    const unverified = { verification: 'NONE', statusCode: 401, reason: 'unauthenticated', ...none };
    expect(wrong).toMatchObject({ ...unverified, dataPool: { id: guarded.dataPoolId } });
  });

  it.each(['GITHUB', 'STANDARD_WEBHOOKS'])('names the signature %s', async (scheme) => {
    const signer = signers.find((each) => each.scheme === scheme);
    if (!signer) throw new Error(`There is no signer for ${scheme}`);
    const { secret, body } = signer;
    const signed = await createWebhook(service, [], { signature: { scheme, secrets: [secret] } });
    const { headers } = await signer.sign(body, Date.now(), '', secret);
    const good = await shownReceipt(service, await post(service, signed.path, body, headers));
    expect(good).toMatchObject({ verification: scheme, statusCode: 200, ...none, storedEvents: 1 });
    const bad = await post(service, signed.path, `${body} `, headers);
    expect(await shownReceipt(service, bad)).toMatchObject({
      verification: 'NONE',
      statusCode: 401,
      ...none,
    });
  });

  it('is found in its table, too, and stays when its Data Source is deleted', async () => {
    const other = await createWebhook(service, []);
    const answer = await post(service, other.path, [{}, {}]);
    const written = async () =>
      (await stored(service, `SELECT count() FROM weir.receipts WHERE id = '${receiptOf(answer)}'`))[0]?.[0];
    while ((await written()) === '0') await new Promise((resolve) => setTimeout(resolve, 20));
    const { dataPoolId, dataSourceId } = other;
    const found = { dataSource: { id: dataSourceId }, dataPool: { id: dataPoolId }, storedEvents: 2 };
    expect(await shownReceipt(service, answer)).toMatchObject(found);
    await service.request('mutation ($id: ID!) { deleteDataSource(id: $id, cascade: true) }', {
      id: dataSourceId,
    });
    const gone = { ...found, dataSource: null, dataPool: null };
    expect(await shownReceipt(service, answer)).toMatchObject(gone);
  });
});

describe('a receipt that is not there', () => {
  const askFor = (id: string, authorization?: string) =>
    service.graphql('query ($id: ID!) { receipt(id: $id) { id } }', { id }, authorization);
  const notFound = (id: string) => [
    expect.objectContaining({
      message: `Receipt ${id} not found`,
      extensions: expect.objectContaining({ code: 'NOT_FOUND' }),
    }),
  ];

  it('is of a request to no webhook, which has an ID too and so does not reveal the keys', async () => {
    const answer = await post(service, '/v1/WHKnothing', [{ n: 1 }]);
    expect(answer.status).not.toBe(200);
    const id = receiptOf(answer);
    expect((await askFor(id)).errors).toEqual(notFound(id));
  });

  it.each([newId('receipt'), 'nothing', "' OR 1 = 1 --"])('is %s', async (id) => {
    expect((await askFor(id)).errors).toEqual(notFound(id));
  });

  it('is of another Environment', async () => {
    const stranger = await strangerTo(service);
    const id = receiptOf(await send([{ n: 1 }]));
    const ask = () => askFor(id, stranger);
    expect((await ask()).errors).toEqual(notFound(id));
    const isWritten = async () =>
      (await stored(service, `SELECT count() FROM weir.receipts WHERE id = '${id}'`))[0]?.[0] === '1';
    while (!(await isWritten())) await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await ask()).errors).toEqual(notFound(id));
    expect((await askFor(id)).data).toEqual({ receipt: { id } });
  });
});
