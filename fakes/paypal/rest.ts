import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Orders } from './orders.ts';
import { PaypalProblem, unauthorized } from './problems.ts';
import { captureResource, orderResource, refundResource } from './resources.ts';

type Named = { Params: { id: string } };
type CreateOrder = {
  Body: {
    purchase_units: [{ amount: { currency_code: string; value: string } }];
    application_context?: { brand_name?: string };
  };
};

const isRefusal = (error: unknown) => {
  const { status, statusCode } = error as { status?: number; statusCode?: number };
  const code = status ?? statusCode ?? 500;
  return code >= 400 && code < 500;
};

/** Serves the PayPal REST calls that the server uses. A repeated PayPal-Request-Id returns the stored response. */
export function restRoutes(
  app: FastifyInstance,
  {
    orders,
    base,
    delay,
    certificate,
  }: { orders: Orders; base: string; delay: () => number; certificate: () => Promise<string> },
): void {
  const responses = new Map<string, { status: number; body: object }>();

  const authorized = async ({ headers }: FastifyRequest) => {
    await sleep(delay());
    if (!headers.authorization?.startsWith('Bearer EMULATOR-')) throw unauthorized();
  };

  /** Runs `act` once for each request id. PayPal responds to a repeated successful request with 200 instead of 201. */
  function idempotent(request: FastifyRequest, act: () => object): { status: number; body: object } {
    const id = request.headers['paypal-request-id'];
    const key = `${request.url} ${id}`;
    const known = id === undefined ? undefined : responses.get(key);
    if (known) return known.status === 201 ? { ...known, status: 200 } : known;
    const response = attempt(act);
    if (id !== undefined) responses.set(key, response);
    return response;
  }

  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof PaypalProblem) return reply.status(error.status).send(error.body);
    // The host server rejected the request, for example because of a foreign Origin or an oversized body, and formats
    // the error.
    if (isRefusal(error)) throw error;
    return reply.status(500).send({ name: 'INTERNAL_SERVER_ERROR', message: String(error) });
  });

  app.post('/v1/oauth2/token', async ({ headers, body }) => {
    if (!headers.authorization?.startsWith('Basic ')) throw unauthorized();
    const form = new URLSearchParams(String(body));
    const kind = form.get('response_type') === 'client_token' ? 'CLIENT' : 'ACCESS';
    return {
      scope: 'https://uri.paypal.com/services/payments/payment',
      access_token: `EMULATOR-${kind}-TOKEN`,
      token_type: 'Bearer',
      app_id: 'APP-80W284485P519543T',
      expires_in: kind === 'CLIENT' ? 900 : 32_400,
      nonce: new Date().toISOString(),
    };
  });

  app.post<CreateOrder>('/v2/checkout/orders', { onRequest: authorized }, (request, reply) => {
    const { status, body } = idempotent(request, () =>
      orderResource(orders.create(request.body.purchase_units[0], request.body.application_context?.brand_name), base),
    );
    return reply.status(status).send(body);
  });

  app.get<Named>('/v2/checkout/orders/:id', { onRequest: authorized }, async ({ params }) =>
    orderResource(orders.get(params.id), base),
  );

  app.post<Named>('/v2/checkout/orders/:id/capture', { onRequest: authorized }, (request, reply) => {
    const { id } = request.params;
    const { status, body } = idempotent(request, () => orderResource(orders.capture(id), base));
    // The payment is captured but no response is sent, so the caller must query the order.
    if (status === 201 && orders.get(id).fate === 'no-response') return void reply.hijack();
    return reply.status(status).send(body);
  });

  app.get<Named>('/v2/payments/captures/:id', { onRequest: authorized }, async ({ params }) => {
    const order = orders.byCapture(params.id);
    return captureResource(order, order.capture, base);
  });

  app.post<Named>('/v2/payments/captures/:id/refund', { onRequest: authorized }, (request, reply) => {
    const { status, body } = idempotent(request, () => refundResource(orders.refund(request.params.id), base));
    return reply.status(status).send(body);
  });

  app.get('/certificate.pem', async (_request, reply) =>
    reply.type('application/x-pem-file').send(await certificate()),
  );
}

function attempt(act: () => object): { status: number; body: object } {
  try {
    return { status: 201, body: act() };
  } catch (error) {
    if (error instanceof PaypalProblem) return { status: error.status, body: error.body };
    throw error;
  }
}
