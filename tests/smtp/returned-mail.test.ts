import { describe, expect, it } from 'vitest';
import type { SharedCounters } from '../../mail/host/shared-state.ts';
import { Srs } from '../../mail/rewrite/srs.ts';
import { deliveryReport } from '../support/mail/delivery-report.ts';
import { LineClient } from './dialogues/line-client.ts';
import { MAIL } from './dmarc-records.ts';
import { DOMAIN, type MailServer, startMailServer } from './mail-server.ts';
import { send } from './signed-senders.ts';

const FAILED = deliveryReport({ status: '5.2.1' });

async function bounce(server: MailServer, to: string, text = FAILED, from = ''): Promise<string | null> {
  const client = await LineClient.connect(server.port);
  await client.readLine();
  for (const command of ['HELO client.test', `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA']) {
    client.send(`${command}\r\n`);
    expect(await client.readLine()).toMatch(/^[23]/);
  }
  client.send(`${text}.\r\n`);
  const reply = await client.readLine();
  client.destroy();
  return reply;
}

/** Counters shared by two servers. `end` resets them, as the end of the hour does. */
function sharedRates(): SharedCounters & { end(): void } {
  const counts = new Map<string, number>();
  return {
    take(key, max) {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count <= max;
    },
    end: () => counts.clear(),
  };
}

it('limits the bounces to one original sender across processes, and forwards bounces to others', async () => {
  const rates = sharedRates();
  await using server = await startMailServer({ rates });
  await using other = await startMailServer({ rates });
  const { senderTokens: tokens, clock } = server.host;
  const senders = new Srs({ domain: DOMAIN, secrets: server.options.secrets, tokens, clock });
  const address = (sender: string) => senders.write({ sender, recipient: 'alice' });
  const replies = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => bounce(at % 2 ? server : other, await address('carol@senders.test'))),
  );
  expect(replies.filter((reply) => reply?.startsWith('250 '))).toHaveLength(20);
  expect(replies.filter((reply) => reply?.startsWith('451 4.7.1 '))).toHaveLength(20);
  expect(server.queue.rows.length + other.queue.rows.length).toBe(20);
  expect(await bounce(server, await address('dave@senders.test'))).toMatch(/^250 /);
  rates.end();
  expect(await bounce(server, await address('carol@senders.test'))).toMatch(/^250 /);
});

it('discards bounces to the sender of system emails with 250, and rejects other mail to it', async () => {
  await using server = await startMailServer({ options: { systemSender: `no-reply@${DOMAIN}` } });
  expect(await bounce(server, `No-Reply@${DOMAIN}`)).toMatch(/^250 /);
  expect(server.log.join('\n')).toContain('mail.bounce.system_email');
  expect(await send(server, '', 'carol@senders.test', [`no-reply@${DOMAIN}`])).toMatch(/^550 5\.1\.1 /);
  expect(server.queue.rows).toHaveLength(0);
});

it('delivers mail for the system address to the owner of a handle of that name', async () => {
  await using server = await startMailServer({ options: { systemSender: `alice@${DOMAIN}` } });
  expect(await bounce(server, `alice@${DOMAIN}`, FAILED, 'carol@senders.test')).toMatch(/^250 2\.0\.0 Ok: taken/);
  expect(server.inbox.received).toHaveLength(1);
});

describe('mail of an inbox to the return address of forwarded mail', () => {
  const AWAY = 'From: alice.inbox@elsewhere.test\r\nSubject: Away\r\n';

  it.each([
    ['an answer with Auto-Submitted', '', `${AWAY}Auto-Submitted: auto-replied\r\n\r\nAway\r\n`],
    ['an answer with X-Autoreply', '', `${AWAY}X-Autoreply: yes\r\n\r\nAway\r\n`],
    ['an answer without any mark', '', `${AWAY}\r\nAway\r\n`],
    ['an unknown notice', '', 'From: mailer-daemon@elsewhere.test\r\n\r\nNo such user: 550 5.1.1\r\n'],
    ['a delay', '', deliveryReport({ action: 'delayed', status: '4.4.1' })],
    ['an answer with a sender', 'alice.inbox@elsewhere.test', `${AWAY}Auto-Submitted: auto-generated\r\n\r\nAway\r\n`],
  ])('mail of an inbox to a return address is dropped without a notice: %s', async (_what, from, text) => {
    await using server = await startMailServer();
    await send(server, MAIL, 'carol@senders.test');
    const [forwarded] = server.inbox.received;
    expect(await bounce(server, forwarded?.from ?? '', text, from)).toMatch(/^250 2\.0\.0 Ok: taken as/);
    expect(server.queue.rows).toEqual([]);
    expect(server.inbox.received).toHaveLength(1);
  });

  it('mail of an inbox to a return address is rejected if a person wrote it', async () => {
    await using server = await startMailServer();
    await send(server, MAIL, 'carol@senders.test');
    const to = server.inbox.received[0]?.from ?? '';
    expect(await bounce(server, to, `${AWAY}\r\nHello\r\n`, 'alice.inbox@elsewhere.test')).toMatch(
      /^550 5\.7\.1 This return address accepts delivery reports only: write to the address in From or Reply-To/,
    );
  });
});
