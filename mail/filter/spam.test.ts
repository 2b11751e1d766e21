import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcp } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { bodyFromBuffer } from '../message/message.ts';
import type { Transaction } from '../transaction.ts';
import { checkSpam } from './spam.ts';

const TRANSACTION: Transaction = {
  id: 'abc',
  from: 'jürgen@senders.test',
  recipients: [
    {
      kind: 'forward',
      address: 'alice@handles.test',
      local: 'alice',
      inboxes: [{ id: null, address: 'a@b.test' }],
      key: 'alice',
      policy: undefined,
    },
    { kind: 'drop', address: 'bob@handles.test', key: 'bob' },
  ],
  client: { address: '192.0.2.9', helo: 'mail.senders.test', protocol: 'ESMTP' },
  utf8: true,
  isGone: () => false,
};

let close = () => {};
afterEach(() => close());

async function checker(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/checkv2`;
}

const checkerWith = (body: unknown, status = 200) =>
  checker((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });

const warnings: string[] = [];
function check(url: string, bytes = 'From: a@b.test\r\n\r\nhi\r\n', within = 1000) {
  warnings.length = 0;
  const body = bodyFromBuffer(Buffer.from(bytes));
  const message = { head: Buffer.alloc(0), body, discard: async () => {} };
  const log = { warn: (_details: object, message: string) => void warnings.push(message) };
  return checkSpam(message, TRANSACTION, { url, log, timeoutMs: within });
}

const UNCHECKED = { headers: ['X-Spam-Check: unavailable'] };

it('names the authenticated user only for submitted mail', async () => {
  const users: unknown[] = [];
  const url = await checker((request, response) => {
    users.push(request.headers.user);
    request.resume().on('end', () => response.end('{"action":"no action"}'));
  });
  const message = { head: Buffer.alloc(0), body: bodyFromBuffer(Buffer.from('x')), discard: async () => {} };
  const options = { url, log: { warn: () => {} } };
  await checkSpam(message, TRANSACTION, options);
  await checkSpam(message, { ...TRANSACTION, submitter: { address: 'alice@handles.test' } }, options);
  expect(users).toEqual([undefined, 'alice@handles.test']);
});

it('sends the message and the envelope to the checker', async () => {
  let received: { bytes: string; fields: Record<string, string[]> } | undefined;
  const url = await checker(async (request, response) => {
    received = { bytes: await text(request), fields: request.headersDistinct as Record<string, string[]> };
    response.end('{"action":"no action","score":0.1}');
  });
  expect(await check(url)).toEqual({ headers: [] });
  expect(received?.bytes).toBe('From: a@b.test\r\n\r\nhi\r\n');
  expect(received?.fields).toMatchObject({ ip: ['192.0.2.9'], helo: ['mail.senders.test'], 'queue-id': ['abc'] });
  expect(received?.fields.rcpt).toEqual(['alice@handles.test', 'bob@handles.test']);
  expect(Buffer.from(received?.fields.from?.[0] ?? '', 'latin1').toString()).toBe('jürgen@senders.test');
});

it.each([
  ['reject', 550, /^5\.7\.1 /],
  ['soft reject', 451, /^4\.7\.1 /],
  ['greylist', 451, /^4\.7\.1 /],
])('replies to the action "%s" with %i', async (action, responseCode, message) => {
  await expect(check(await checkerWith({ action, score: 20 }))).rejects.toMatchObject({
    responseCode,
    message: expect.stringMatching(message),
  });
});

it.each(['add header', 'rewrite subject'])('marks the message for the action "%s"', async (action) => {
  expect(await check(await checkerWith({ action, score: 7.5 }))).toEqual({
    headers: ['X-Spam: yes', 'X-Spam-Score: 7.50'],
  });
  expect(await check(await checkerWith({ action, score: 'x\r\nEvil: 1' }))).toEqual({ headers: ['X-Spam: yes'] });
});

it.each([
  ['garbage', 'no json', 200],
  ['null', 'null', 200],
  ['no action', '{"score":3}', 200],
  ['an error', '{"action":"reject"}', 500],
  ['too much', 'x'.repeat(2_000_000), 200],
])('forwards mail marked as unchecked if the response is %s', async (_what, answer, status) => {
  expect(await check(await checkerWith(answer, status))).toEqual(UNCHECKED);
  expect(warnings).toHaveLength(1);
});

it('forwards mail marked as unchecked if the checker hangs, disconnects or is down', async () => {
  expect(await check(await checker(() => {}), undefined, 100)).toEqual(UNCHECKED);
  close();
  const half = await checker((_request, response) => void response.writeHead(200).write('{"act'));
  expect(await check(half, undefined, 100)).toEqual(UNCHECKED);
  close();
  expect(await check(await checker((request) => request.socket.destroy()))).toEqual(UNCHECKED);
  close();
  const closed = createTcp().listen(0, '127.0.0.1');
  await new Promise((ready) => closed.once('listening', ready));
  const { port } = closed.address() as AddressInfo;
  await new Promise((done) => closed.close(done));
  expect(await check(`http://127.0.0.1:${port}/checkv2`)).toEqual(UNCHECKED);
});

it('uses a verdict that arrives before the complete message has been sent', async () => {
  const url = await checker((_request, response) => void response.end('{"action":"reject"}'));
  await expect(check(url, `From: a@b.test\r\n\r\n${'x'.repeat(5_000_000)}\r\n`)).rejects.toMatchObject({
    responseCode: 550,
  });
});
