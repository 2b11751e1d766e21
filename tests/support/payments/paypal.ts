import Fastify from 'fastify';
import { type EmulatorOptions, emulatePaypal } from '../../../fakes/paypal/emulator.ts';
import { freePort } from '../server/free-port.ts';

export interface PaypalCall {
  method: string;
  path: string;
  requestId: string | undefined;
  body: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: replies are bent in ways that no type foresees
type Body = any;
/** Changes a reply on its way out. A number is a status without words, so is `bentStatus` with them; a string is sent as it is, 'hang' never comes. */
export type Bend = (call: PaypalCall, body: Body) => Body;

export type TestPaypal = Awaited<ReturnType<typeof startPaypal>>;

/** The emulator on a port of its own, whose replies can be bent; it counts what it is asked. */
export async function startPaypal(options: Partial<EmulatorOptions> = {}) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const emulator = await emulatePaypal({
    base,
    webhook: { id: 'EMULATOR-WEBHOOK', url: `${base}/nobody-listens` },
    ...options,
  });
  const calls: PaypalCall[] = [];
  let bend: Bend = (_call, body) => body;
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('preHandler', async (request) => {
    calls.push(callOf(request));
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const call = callOf(request);
    if (!call.path.startsWith('/v')) return payload;
    const body = bend(call, JSON.parse(String(payload)));
    if (body === 'hang') return new Promise(() => {});
    reply.removeHeader('content-length');
    if (body.bentStatus) reply.status(body.bentStatus);
    if (typeof body === 'number') {
      reply.status(body);
      return '{"name":"BENT"}';
    }
    return typeof body === 'string' ? body : JSON.stringify(body);
  });
  await app.register(emulator.plugin);
  await app.listen({ port, host: '127.0.0.1' });
  return {
    ...emulator,
    base,
    calls,
    /** Calls of a kind so far, such as `captures('/refund')`. */
    count: (method: string, end: string) =>
      calls.filter((call) => call.method === method && call.path.endsWith(end)).length,
    bend(how: Bend): void {
      bend = how;
    },
    straight(): void {
      bend = (_call, body) => body;
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
