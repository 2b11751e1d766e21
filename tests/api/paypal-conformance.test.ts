import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaypal, type Paypal } from '../../server/payments/paypal/client.ts';
import { parseConfig } from '../../server/platform/config/config.ts';
import { usePaypal } from '../support/payments/paypal.ts';

const FOLDER = process.env.PAYPAL_OPENAPI_DIR ?? path.join(import.meta.dirname, '../../../shared/paypal-openapi');
const DOCUMENTS = ['checkout_orders_v2', 'payments_payment_v2'] as const;

interface Operation {
  requestBody?: { content: object };
  responses: Record<string, { content?: object; $ref?: string }>;
}
type Document = { paths: Record<string, Record<string, Operation>> };

// PayPal's description is not part of this repository; without a copy of it, these tests are skipped.
describe.skipIf(!existsSync(FOLDER))("the emulator and our requests against PayPal's published description", () => {
  const paypal = usePaypal();
  let client: Paypal;
  let checker: FastifyInstance;
  let compile: (schema: object) => ReturnType<FastifyRequest['compileValidationSchema']>;
  const documents: Record<string, Document> = {};

  beforeAll(async () => {
    // Fastify validates with Ajv, so these tests need no other JSON Schema validator.
    checker = Fastify({
      ajv: {
        customOptions: {
          logger: false,
          strict: false,
          unicodeRegExp: false,
          removeAdditional: false,
          coerceTypes: false,
        },
      },
    });
    for (const name of DOCUMENTS) {
      documents[name] = JSON.parse(readFileSync(path.join(FOLDER, `${name}.json`), 'utf8'));
      checker.addSchema({ $id: name, ...documents[name] });
    }
    checker.get('/', async (request) => {
      compile = (schema) => request.compileValidationSchema(schema);
    });
    await checker.inject('/');
    client = createPaypal(parseConfig({ PAYPAL_API_BASE: paypal.base }).paypal);
  });
  afterAll(async () => {
    await checker?.close();
  });

  /** Calls the emulator, validates request and response against the API description, and returns the response. */
  async function exchange(
    document: (typeof DOCUMENTS)[number],
    method: 'get' | 'post',
    template: string,
    id: string,
    request?: { body: unknown; requestId?: string },
  ) {
    const response = await fetch(paypal.base + template.replace(/\{\w+\}/, id), {
      method,
      headers: {
        authorization: 'Bearer EMULATOR-ACCESS-TOKEN',
        'content-type': 'application/json',
        ...(request?.requestId && { 'paypal-request-id': request.requestId }),
      },
      ...(request && { body: JSON.stringify(request.body) }),
    });
    const body = (await response.json()) as { id: string; details?: { issue: string }[] };
    const operation = documents[document]?.paths[template]?.[method];
    const where = `#/paths/${template.replaceAll('/', '~1')}/${method}`;
    expect(Object.keys(operation?.responses ?? {}), `${method} ${template}`).toContain(String(response.status));
    expectFits(`${document}${where}/responses/${response.status}/content/application~1json/schema`, body);
    if (request) expectFits(`${document}${where}/requestBody/content/application~1json/schema`, request.body);
    return { status: response.status, body };
  }

  function expectFits($ref: string, value: unknown): void {
    const check = compile({ $ref: encodeURI($ref) });
    expect(check(structuredClone(value)) || check.errors, $ref).toBe(true);
  }

  /** Returns the last body that the PayPal client sends to a URL that ends in `end`. */
  async function sentBy(act: () => Promise<unknown>, end: string): Promise<unknown> {
    await act();
    return paypal.calls.filter(({ method, path: url }) => method === 'POST' && url.endsWith(end)).at(-1)?.body;
  }

  const orderPath = '/v2/checkout/orders';
  const newOrder = async () => {
    const order = {
      reference: crypto.randomUUID(),
      cents: 49_999,
      description: 'x on nameplate.example, one year',
      brand: 'Nameplate',
    };
    const body = await sentBy(() => client.createOrder(order), orderPath);
    return exchange('checkout_orders_v2', 'post', orderPath, '', { body });
  };

  it('exchanges valid requests and responses for an order from creation to refund', async () => {
    const { body: order } = await newOrder();
    await exchange('checkout_orders_v2', 'get', `${orderPath}/{id}`, order.id);
    paypal.orders.approve(order.id);
    await exchange('checkout_orders_v2', 'get', `${orderPath}/{id}`, order.id);
    const captured = await exchange('checkout_orders_v2', 'post', `${orderPath}/{id}/capture`, order.id, {
      body: {},
      requestId: 'one',
    });
    expect(captured.status).toBe(201);
    const again = await exchange('checkout_orders_v2', 'post', `${orderPath}/{id}/capture`, order.id, {
      body: {},
      requestId: 'one',
    });
    expect([again.status, again.body]).toEqual([200, captured.body]);
    const capture = paypal.orders.get(order.id).capture?.id ?? '';
    await exchange('payments_payment_v2', 'get', '/v2/payments/captures/{capture_id}', capture);
    const refund = await sentBy(() => client.refund(capture, 'first'), '/refund');
    const twice = await exchange('payments_payment_v2', 'post', '/v2/payments/captures/{capture_id}/refund', capture, {
      body: refund,
    });
    expect([twice.status, twice.body.details?.[0]?.issue]).toEqual([422, 'CAPTURE_FULLY_REFUNDED']);
    await exchange('payments_payment_v2', 'get', '/v2/payments/captures/{capture_id}', capture);
  });

  it('exchanges valid requests and responses for a refund', async () => {
    const { body: order } = await newOrder();
    paypal.orders.approve(order.id);
    await client.capture(order.id, 'two');
    const capture = paypal.orders.get(order.id).capture?.id ?? '';
    const refunded = await exchange(
      'payments_payment_v2',
      'post',
      '/v2/payments/captures/{capture_id}/refund',
      capture,
      {
        body: {},
      },
    );
    expect(refunded.status).toBe(201);
  });

  it('exchanges valid requests and responses for a pending capture', async () => {
    const { body: order } = await newOrder();
    paypal.orders.approve(order.id, 'pending');
    await exchange('checkout_orders_v2', 'post', `${orderPath}/{id}/capture`, order.id, { body: {} });
  });

  it('exchanges valid requests and responses for errors: not approved, declined, already captured, unknown', async () => {
    const { body: order } = await newOrder();
    const capture = (id = order.id) =>
      exchange('checkout_orders_v2', 'post', `${orderPath}/{id}/capture`, id, { body: {} });
    const issues = [await capture()];
    paypal.orders.approve(order.id, 'decline');
    issues.push(await capture());
    paypal.orders.approve(order.id);
    await capture();
    issues.push(await capture());
    issues.push(await capture('5O190127TN364715T'));
    expect(issues.map(({ status, body }) => [status, body.details?.[0]?.issue])).toEqual([
      [422, 'ORDER_NOT_APPROVED'],
      [422, 'INSTRUMENT_DECLINED'],
      [422, 'ORDER_ALREADY_CAPTURED'],
      [404, 'INVALID_RESOURCE_ID'],
    ]);
    await exchange('payments_payment_v2', 'get', '/v2/payments/captures/{capture_id}', 'UNKNOWN');
  });

  it('reports a deviation from the description', () => {
    const schema = 'checkout_orders_v2#/paths/~1v2~1checkout~1orders/post/requestBody/content/application~1json/schema';
    const unit = { amount: { currency_code: 'USD', value: '4.99' } };
    expectFits(schema, { intent: 'CAPTURE', purchase_units: [unit] });
    for (const wrong of [
      { intent: 'TAKE', purchase_units: [unit] },
      { intent: 'CAPTURE', purchase_units: [] },
      { intent: 'CAPTURE', purchase_units: [{ amount: { currency_code: 'USD', value: 'much' } }] },
    ]) {
      expect(() => expectFits(schema, wrong)).toThrow();
    }
    const reply =
      'checkout_orders_v2#/paths/~1v2~1checkout~1orders~1{id}/get/responses/200/content/application~1json/schema';
    expect(() => expectFits(reply, { id: 'A', status: 'PAID' })).toThrow();
  });
});
