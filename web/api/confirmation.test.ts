import { afterEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { defineCall } from '../../contract/call.ts';
import { send } from './client.ts';
import { confirmIdentity, currentConfirmation, hostConfirmation } from './confirmation.ts';

const refusal = (code: string, status = 403) => Response.json({ code, message: 'Please confirm.' }, { status });
const getThings = defineCall('GET /api/things', { by: 'account' });
const patchThing = defineCall('PATCH /api/things/:id', {
  by: 'account',
  body: z.object({ typed: z.string() }),
  versioned: true,
});
const renew = defineCall('POST /api/recent-sign-in', { by: 'account', renewsSession: true });
const change = { id: 1, body: { typed: 'text' }, version: '7' };
let leave = () => {};

afterEach(() => {
  leave();
  vi.unstubAllGlobals();
});

function respondWith(...responses: Response[]) {
  const fetchMock = vi.fn<typeof fetch>();
  for (const response of responses) fetchMock.mockResolvedValueOnce(response);
  vi.stubGlobal('fetch', fetchMock);
  return fetchMock;
}

const asked = () => vi.waitFor(() => currentConfirmation() ?? expect.fail('no confirmation was asked for'));

it('a call that requires a recent sign-in is sent again, unchanged, once the user has confirmed', async () => {
  leave = hostConfirmation();
  const fetchMock = respondWith(refusal('recent_sign_in_required'), Response.json({}));
  const call = send(patchThing, change);
  (await asked()).end(true);
  expect((await call).status).toBe(200);
  expect(fetchMock.mock.calls[1]).toEqual(fetchMock.mock.calls[0]);
  expect(currentConfirmation()).toBeNull();
});

it('two calls at the same time share one request for confirmation, which asks for the stronger proof', async () => {
  leave = hostConfirmation();
  // The second call is refused once the first one asks, because a call alone would ask for its own proof.
  const second = Promise.withResolvers<Response>();
  const fetchMock = respondWith(refusal('recent_sign_in_required'));
  fetchMock.mockReturnValueOnce(second.promise);
  for (const body of [1, 2]) fetchMock.mockResolvedValueOnce(Response.json(body));
  const both = Promise.all([send(patchThing, change), send(patchThing, { ...change, id: 2 })]);
  expect((await asked()).proof).toBe('recent_sign_in_required');
  second.resolve(refusal('passkey_required'));
  await vi.waitFor(() => expect(currentConfirmation()?.proof).toBe('passkey_required'));
  currentConfirmation()?.end(true);
  expect((await both).map(({ status }) => status)).toEqual([200, 200]);
  expect(fetchMock).toHaveBeenCalledTimes(4);
  expect(currentConfirmation()).toBeNull();
});

it('a call fails with a text for the user if the confirmation is closed, and is not sent again', async () => {
  leave = hostConfirmation();
  const fetchMock = respondWith(refusal('recent_sign_in_required'));
  const call = send(patchThing, change);
  (await asked()).end(false);
  await expect(call).rejects.toMatchObject({
    code: 'recent_sign_in_required',
    serverMessage: expect.stringContaining('Nothing was changed'),
  });
  expect(fetchMock).toHaveBeenCalledOnce();
});

it('leaving the screen closes the confirmation', async () => {
  leave = hostConfirmation();
  const confirmed = confirmIdentity('recent_sign_in_required');
  leave();
  expect(await confirmed).toBe(false);
  leave = () => {};
  expect(await confirmIdentity('recent_sign_in_required')).toBe(false);
});

it('a call that still requires a proof after two confirmations fails with the message of the server', async () => {
  leave = hostConfirmation();
  const fetchMock = respondWith(...[1, 2, 3].map(() => refusal('passkey_required')));
  const call = send(patchThing, change);
  call.catch(() => {});
  (await asked()).end(true);
  (await asked()).end(true);
  await expect(call).rejects.toMatchObject({ serverMessage: 'Please confirm.' });
  expect(fetchMock).toHaveBeenCalledTimes(3);
});

it('a call that fails with 401 while another one replaces the session cookie is sent again after that', async () => {
  const renewed = Promise.withResolvers<Response>();
  const reads = [refusal('signed_out', 401), Response.json('read')];
  const fetchMock = vi.fn<typeof fetch>(async (path) =>
    path === '/api/things' ? (reads.shift() ?? expect.fail('read once more')) : renewed.promise,
  );
  vi.stubGlobal('fetch', fetchMock);
  const read = send(getThings);
  const renewal = send(renew);
  renewed.resolve(Response.json({}));
  await renewal;
  expect((await read).status).toBe(200);
});

it('a call that fails with 401 without a new session cookie is not sent again', async () => {
  const fetchMock = respondWith(refusal('signed_out', 401));
  await expect(send(getThings)).rejects.toMatchObject({ status: 401 });
  expect(fetchMock).toHaveBeenCalledOnce();
});
