import { createSign, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';

export type Delivery = 'once' | 'twice and shuffled' | 'never';

export interface Webhook {
  headers: Record<string, string>;
  body: string;
}

const YEARS = 20;

interface SigningPair {
  cert: string;
  private: string;
}

let signingPair: Promise<SigningPair> | undefined;

/**
 * Creates the self-signed certificate of all emulators of this process. Runs on demand, because the app rarely needs
 * it.
 */
async function createSigningPair(): Promise<SigningPair> {
  const { generate } = await import('selfsigned');
  const ends = new Date();
  ends.setUTCFullYear(ends.getUTCFullYear() + YEARS);
  const begins = new Date(0);
  return generate([{ name: 'commonName', value: 'paypal-emulator.test' }], {
    keySize: 2048,
    algorithm: 'sha256',
    notBeforeDate: begins,
    notAfterDate: ends,
  });
}

function sharedPair(): Promise<SigningPair> {
  signingPair ??= createSigningPair();
  return signingPair;
}

/** Signs webhooks with a self-signed certificate. Delivers each at most 4 times, until a 2xx response. */
export function webhookSender(options: { certificateUrl: string; id: string; url: () => string }) {
  const waiting: Promise<Webhook>[] = [];
  let delivery: Delivery = 'once';

  async function sign(event: object): Promise<Webhook> {
    const pair = await sharedPair();
    const body = JSON.stringify(event);
    const [id, time] = [randomUUID(), new Date().toISOString()];
    const signature = createSign('RSA-SHA256')
      .update(`${id}|${time}|${options.id}|${crc32(body)}`)
      .sign(pair.private, 'base64');
    const headers = {
      'content-type': 'application/json',
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signature,
      'paypal-cert-url': options.certificateUrl,
      'paypal-auth-algo': 'SHA256withRSA',
    };
    return { headers, body };
  }

  async function post({ headers, body }: Webhook): Promise<number> {
    try {
      return (await fetch(options.url(), { method: 'POST', headers, body })).status;
    } catch {
      return 0;
    }
  }

  async function deliver(signed: Promise<Webhook>): Promise<void> {
    const webhook = await signed;
    for (const wait of [0, 500, 2000, 8000]) {
      await sleep(wait, undefined, { ref: false });
      const status = await post(webhook);
      if (status >= 200 && status < 300) return;
    }
  }

  return {
    certificate: async () => (await sharedPair()).cert,
    sign,
    post,

    /** Sets how later events are delivered. */
    deliver(how: Delivery): void {
      delivery = how;
    },

    send(event: object): void {
      if (delivery === 'never') return;
      const webhook = sign(event);
      if (delivery === 'once') return void deliver(webhook);
      // Collects events for 1.5 seconds, then sends each event twice, in reverse order.
      if (waiting.push(webhook) > 1) return;
      setTimeout(async () => {
        for (const late of [...waiting.splice(0)].reverse()) {
          await deliver(late);
          await deliver(late);
        }
      }, 1500).unref();
    },
  };
}
