import { generateKeyPairSync } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { dkimSign, dkimVerify } from 'mailauth';
import { expect, it } from 'vitest';
import { startDns } from '../../fakes/dns.ts';
import { LineClient } from './dialogues/line-client.ts';
import { startMailServer } from './mail-server.ts';

const BODIES: [string, string][] = [
  ['plain text', 'Hello\r\n'],
  ['dots and trailing whitespace', '.\r\n..\r\n\r\n  \t \r\nend \r\n\r\n\r\n'],
  ['8-bit text and long lines', `Grüße\r\n${'x'.repeat(2000)}\r\n`],
  ['a spooled message', 'a line of a large message\r\n'.repeat(40_000)],
];

it.each(BODIES)('keeps a received DKIM signature valid: %s', async (_what, body) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const dns = await startDns({
    's._domainkey.senders.test': { TXT: [`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`] },
  });
  await using server = await startMailServer();
  const message =
    'From: Carol  <carol@senders.test>\r\nTo: alice@handles.test\r\nSubject:  odd   spaces\r\n\tfolded\r\n' +
    `Date: Fri, 20 Nov 2026 12:00:00 +0000\r\nMessage-ID: <1@senders.test>\r\n\r\n${body}`;
  const { signatures } = await dkimSign(message, {
    canonicalization: 'simple/simple',
    signingDomain: 'senders.test',
    selector: 's',
    privateKey,
    signatureData: [{ signingDomain: 'senders.test', selector: 's', privateKey }],
  });
  const client = await LineClient.connect(server.port);
  await client.readLine();
  for (const line of ['HELO c.test', 'MAIL FROM:<carol@senders.test>', 'RCPT TO:<alice@handles.test>', 'DATA']) {
    client.send(`${line}\r\n`);
    expect(await client.readLine()).toMatch(/^[23]/);
  }
  client.send(`${(signatures + message).replace(/^\./gm, '..')}.\r\n`);
  expect(await client.readLine()).toMatch(/^250/);
  client.destroy();

  const resolver = new Resolver();
  resolver.setServers([dns.server]);
  const { results } = await dkimVerify(server.inbox.received[0]?.bytes ?? '', {
    resolver: (name) => resolver.resolveTxt(name),
  });
  expect(results.map(({ status }) => status.result)).toEqual(['pass']);
  await dns.close();
});
