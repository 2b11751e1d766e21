import { expect, test } from 'vitest';
import type { SharedCounters } from '../../mail/host/shared-counters.ts';
import { Srs } from '../../mail/rewrite/srs.ts';
import { Talker } from './dialogues/talk.ts';
import { send } from './elsewhere.ts';
import { DOMAIN, type House, openHouse } from './house.ts';

async function bounce(house: House, to: string, from = ''): Promise<string | null> {
  const talker = await Talker.connect(house.port);
  await talker.hear();
  for (const command of ['HELO client.test', `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA']) {
    talker.say(`${command}\r\n`);
    expect(await talker.hear()).toMatch(/^[23]/);
  }
  talker.say('From: mailer-daemon@elsewhere.test\r\n\r\nfailed\r\n.\r\n');
  const reply = await talker.hear();
  talker.destroy();
  return reply;
}

/** Counters that processes share; `end` ends the hour. */
function sharedRates(): SharedCounters & { end(): void } {
  const counts = new Map<string, number>();
  return {
    take(key, most) {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count <= most;
    },
    end: () => counts.clear(),
  };
}

test('a return address is no way to flood the sender inside it, through any process; others are told', async () => {
  const rates = sharedRates();
  await using house = await openHouse({ rates });
  await using other = await openHouse({ rates });
  const { senderTokens: tokens, clock } = house.ports;
  const senders = new Srs({ domain: DOMAIN, secrets: house.options.secrets, tokens, clock });
  const address = (sender: string) => senders.write({ sender, recipient: 'alice' });
  const replies = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => bounce(at % 2 ? house : other, await address('carol@senders.test'))),
  );
  expect(replies.filter((reply) => reply?.startsWith('250 '))).toHaveLength(20);
  expect(replies.filter((reply) => reply?.startsWith('451 4.7.1 '))).toHaveLength(20);
  expect(house.queue.rows.length + other.queue.rows.length).toBe(20);
  expect(await bounce(house, await address('dave@senders.test'))).toMatch(/^250 /);
  rates.end();
  expect(await bounce(house, await address('carol@senders.test'))).toMatch(/^250 /);
});

test('the sender of our own letters takes notices, answers nobody, and is no address to write to', async () => {
  await using house = await openHouse({ options: { systemSender: `no-reply@${DOMAIN}` } });
  expect(await bounce(house, `No-Reply@${DOMAIN}`)).toMatch(/^250 /);
  expect(house.log.join('\n')).toContain('mail.bounce.system_email');
  expect(await send(house, '', 'carol@senders.test', [`no-reply@${DOMAIN}`])).toMatch(/^550 5\.1\.1 /);
  expect(house.queue.rows).toHaveLength(0);
});

test('where somebody has the address, it is theirs', async () => {
  await using house = await openHouse({ options: { systemSender: `alice@${DOMAIN}` } });
  expect(await bounce(house, `alice@${DOMAIN}`, 'carol@senders.test')).toMatch(/^250 2\.0\.0 Ok: taken/);
  expect(house.inbox.received).toHaveLength(1);
});
