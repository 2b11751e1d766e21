import Fastify from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { type EmulatorOptions, emulatePaypal } from '../../../fakes/paypal/emulator.ts';
import { freePort } from '../server/free-port.ts';

export interface PaypalCall {
  method: string;
  path: string;
  requestId: string | undefined;
  body: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: tests change responses in ways that no type describes
type Body = any;
/** Changes a response. A number is a status without a body, `changedStatus` a status with one, a string a raw body; 'hang' sends nothing. */
export type ResponseChange = (call: PaypalCall, body: Body) => Body;

export type TestPaypal = Awaited<ReturnType<typeof startPaypal>>;

/** Starts the emulator before the tests of this file, and stops it after them. The returned object has its members from then on. */
export function usePaypal(options: Partial<EmulatorOptions> = {}): TestPaypal {
  const paypal = {} as TestPaypal;
  beforeAll(async () => {
    Object.assign(paypal, await startPaypal(options));
  });
  afterAll(() => paypal.stop?.());
  return paypal;
}

/** Starts the emulator on a separate port. Its responses can be changed, and it records its requests. */
export async function startPaypal(options: Partial<EmulatorOptions> = {}) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const emulator = await emulatePaypal({
    base,
    webhook: { id: 'EMULATOR-WEBHOOK', url: `${base}/nobody-listens` },
    ...options,
  });
  const calls: PaypalCall[] = [];
  let changeResponse: ResponseChange = (_call, body) => body;
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('preHandler', async (request) => {
    calls.push(callOf(request));
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const call = callOf(request);
    if (!call.path.startsWith('/v')) return payload;
    const body = changeResponse(call, JSON.parse(String(payload)));
    if (body === 'hang') return new Promise(() => {});
    reply.removeHeader('content-length');
    if (body.changedStatus) reply.status(body.changedStatus);
    if (typeof body === 'number') {
      reply.status(body);
      return '{"name":"CHANGED"}';
    }
    return typeof body === 'string' ? body : JSON.stringify(body);
  });
  await app.register(emulator.plugin);
  await app.listen({ port, host: '127.0.0.1' });
  return {
    ...emulator,
    base,
    calls,
    /** The number of requests so far with this method and a path that ends like this, such as `count('POST', '/refund')`. */
    count: (method: string, end: string) =>
      calls.filter((call) => call.method === method && call.path.endsWith(end)).length,
    changeResponses(change: ResponseChange): void {
      changeResponse = change;
    },
    resetResponses(): void {
      changeResponse = (_call, body) => body;
    },
    stop: () => app.close(),
  };
}

function callOf(request: {
  method: string;
  url: string;
  headers: Record<string, unknown>;
  body?: unknown;
}): PaypalCall {
  const requestId = request.headers['paypal-request-id'];
  return {
    method: request.method,
    path: request.url,
    requestId: typeof requestId === 'string' ? requestId : undefined,
    body: request.body,
  };
}
