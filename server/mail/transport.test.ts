import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startDns } from '../../fakes/dns.ts';
import { bodyFromBuffer } from '../../mail/message/message.ts';
import { parseConfig } from '../platform/config/config.ts';
import { createLog } from '../platform/log/log.ts';
import { createTransport } from './transport.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nameplate-transport-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const SAFE = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://handles.example.org',
  SECRET_KEY: 'x'.repeat(32),
  ADMIN_EMAILS: 'admin@elsewhere.org',
  PAYPAL_ENV: 'sandbox',
  PAYPAL_CLIENT_ID: 'x',
  PAYPAL_CLIENT_SECRET: 'x',
  PAYPAL_WEBHOOK_ID: 'x',
  SUPPORT_PHONE: '+1 202 555 0123',
};

async function deliver(to: string, env: Record<string, string>) {
  const transport = createTransport(parseConfig({ DATA_DIR: folder, ...env }), createLog('silent', true));
  const body = bodyFromBuffer(Buffer.from('A: b\r\n\r\n'));
  const watch = { signal: AbortSignal.timeout(5000), onDot: () => {} };
  const result = await transport.deliver({ id: 'id', from: '', to, body, utf8: false }, watch);
  await transport.close();
  return result;
}

it('delivers to the outbox in local mode', async () => {
  expect(await deliver('who@inbox.test', {})).toMatchObject({ kind: 'delivered', host: 'outbox' });
  expect(readdirSync(join(folder, 'outbox')).sort()).toEqual(['id.eml', 'id.json']);
});

it('delivers in production to the destination’s servers, found with DNS_SERVERS, and never to ourselves', async () => {
  const dns = await startDns({
    'inbox.test': { MX: [{ exchange: 'mx.inbox.test', priority: 1 }] },
    'mx.inbox.test': { A: ['127.0.0.1'] },
    'null.test': { MX: [{ exchange: '.', priority: 0 }] },
    'circle.test': { MX: [{ exchange: 'handles.example.org', priority: 1 }] },
  });
  const env = { ...SAFE, DNS_SERVERS: dns.server };
  expect(await deliver('who@inbox.test', env)).toMatchObject({ kind: 'refused', enhanced: '5.4.6' });
  expect(await deliver('who@circle.test', env)).toMatchObject({ kind: 'refused', enhanced: '5.4.6' });
  expect(await deliver('who@null.test', env)).toMatchObject({ kind: 'refused', enhanced: '5.1.10' });
  expect(dns.queries).toContain('TXT _mta-sts.inbox.test');
  await dns.close();
});
