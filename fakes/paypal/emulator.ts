import type { FastifyInstance } from 'fastify';
import { type EmulatedOrder, newEventId, Orders } from './orders.ts';
import { pageRoutes } from './pages.ts';
import { eventResource, resourceType } from './resources.ts';
import { restRoutes } from './rest.ts';
import { webhookSender } from './webhooks.ts';

export interface EmulatorOptions {
  /** URL under which the plugin is mounted, without a trailing slash. */
  base: string;
  webhook: { id: string; url: string };
}

/** Creates a PayPal emulator as a Fastify plugin, with controls for tests. The state is in memory only. */
export async function emulatePaypal({ base, webhook }: EmulatorOptions) {
  let url = webhook.url;
  let delay = 0;
  const webhooks = webhookSender({
    certificateUrl: `${base}/certificate.pem`,
    id: webhook.id,
    url: () => url,
  });
  const orders = new Orders((type, order) => webhooks.send(eventOf(type, order)));

  /** Returns the event that PayPal would send for the current state of an order. */
  function eventOf(type: string, order: EmulatedOrder): object {
    return {
      id: newEventId(),
      event_version: '1.0',
      create_time: new Date().toISOString(),
      resource_type: resourceType(type),
      event_type: type,
      resource: eventResource(type, order, base),
    };
  }

  return {
    orders,
    webhooks,
    eventOf,
    /** Sets the URL for later webhooks. */
    tell(address: string): void {
      url = address;
    },
    /** Delays all later REST calls. */
    slow(milliseconds: number): void {
      delay = milliseconds;
    },
    plugin: async (app: FastifyInstance): Promise<void> => {
      app.removeAllContentTypeParsers();
      app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
      app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
      restRoutes(app, { orders, base, delay: () => delay, certificate: webhooks.certificate });
      pageRoutes(app, {
        orders,
        delay: (milliseconds) => {
          delay = milliseconds;
        },
        deliver: webhooks.deliver,
      });
    },
  };
}

/** Creates a PayPal emulator without test controls. */
export async function paypalEmulator(options: EmulatorOptions) {
  return (await emulatePaypal(options)).plugin;
}
