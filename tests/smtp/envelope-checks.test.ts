import { expect, it } from 'vitest';
import type { Resolver } from '../../mail/host/runtime.ts';
import { personalLines } from '../support/log/personal-data.ts';
import { LineClient } from './dialogues/line-client.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

const ROLES_AND_ALICE = ['alice', 'postmaster', 'abuse', 'ABUSE+x'];

/** Returns the reply to each RCPT command of one session, by local part. */
async function rcptReplies(server: MailServer, from: string, recipients: string[]): Promise<Record<string, string>> {
  const client = await LineClient.connect(server.port);
  await client.readLine();
  const command = async (line: string) => {
    client.send(`${line}\r\n`);
    return (await client.readLine()) ?? 'closed';
  };
  await command('HELO client.test');
  await command(`MAIL FROM:<${from}>`);
  const replies: Record<string, string> = {};
  for (const local of recipients) replies[local] = await command(`RCPT TO:<${local}@handles.test>`);
  client.destroy();
  return replies;
}

it('rejects a client on a DNSBL with the name of the list, except for role addresses', async () => {
  const resolver: Resolver = {
    async resolve(name) {
      if (name === '1.0.0.127.bad.test') return ['127.0.0.2'];
      throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
    },
  };
  await using server = await startMailServer({ resolver, options: { blockLists: ['good.test', 'bad.test'] } });
  server.recipients.abuse = { kind: 'fanout', destinations: ['one@admins.test'], key: 'abuse' };
  expect(await rcptReplies(server, 'carol@senders.test', [...ROLES_AND_ALICE, 'nobody'])).toEqual({
    alice: '550 5.7.1 Rejected: your IP address 127.0.0.1 is listed at bad.test',
    postmaster: '250 2.1.5 Accepted',
    abuse: '250 2.1.5 Accepted',
    'ABUSE+x': '250 2.1.5 Accepted',
    nobody: '550 5.1.1 No such address here',
  });
});

it('rejects no client if the DNSBL does not respond', async () => {
  const resolver: Resolver = { resolve: () => new Promise(() => {}) };
  await using server = await startMailServer({ resolver, options: { blockLists: ['hangs.test'] } });
  expect(await rcptReplies(server, 'carol@senders.test', ['alice'])).toEqual({ alice: '250 2.1.5 Accepted' });
});

it('greylists an unknown sender, except for role addresses and expected bounces', async () => {
  const triplets: string[][] = [];
  const known = new Set<string>();
  const greylist = {
    async secondsToWait(...triplet: [string, string, string]) {
      triplets.push(triplet);
      return known.has(triplet.join()) ? 0 : 60;
    },
  };
  await using server = await startMailServer({ greylist });
  server.recipients.abuse = { kind: 'fanout', destinations: ['one@admins.test'], key: 'abuse' };
  const greylisted = '451 4.7.1 Greylisted: please try again in 60 seconds';
  expect(await rcptReplies(server, 'Carol@senders.test', ['alice', 'postmaster', 'abuse'])).toEqual({
    alice: greylisted,
    postmaster: '250 2.1.5 Accepted',
    abuse: '250 2.1.5 Accepted',
  });
  expect(triplets).toEqual([['127.0.0.0/24', 'carol@senders.test', 'alice']]);
  known.add('127.0.0.0/24,carol@senders.test,alice');
  expect(await rcptReplies(server, 'carol@senders.test', ['alice+tag'])).toEqual({ 'alice+tag': '250 2.1.5 Accepted' });
  expect(await rcptReplies(server, '', ['bob'])).toEqual({ bob: greylisted });
});

it('accepts mail without delay if the greylist fails', async () => {
  const greylist = { secondsToWait: () => Promise.reject(new Error('away')) };
  await using server = await startMailServer({ greylist });
  expect(await rcptReplies(server, 'carol@senders.test', ['alice'])).toEqual({ alice: '250 2.1.5 Accepted' });
  expect(server.log.some((line) => line.includes('mail.greylist.lookup_failed'))).toBe(true);
});

it('records a rejection for an existing recipient, and none for an unknown one', async () => {
  const greylist = { secondsToWait: async () => 60 };
  await using server = await startMailServer({ greylist });
  server.recipients.closed = {
    kind: 'refuse',
    code: 550,
    enhanced: '5.2.1',
    text: 'Does not accept mail',
    key: 'closed',
  };
  await rcptReplies(server, 'carol@senders.test', ['closed', 'nobody', 'alice']);
  expect([...server.deliveries.values()]).toEqual([
    [
      {
        step: 'received',
        key: 'closed',
        recipient: 'closed@handles.test',
        sender: 'carol@senders.test',
        author: '',
        subject: '',
        client: '127.0.0.1',
        size: 0,
      },
      { step: 'refused', code: 550, enhanced: '5.2.1', text: 'Does not accept mail' },
    ],
  ]);
});

it('logs a failed lookup of a recipient, and not the recipient', async () => {
  await using server = await startMailServer();
  const client = await LineClient.connect(server.port);
  await client.readLine();
  for (const line of ['HELO x.test', 'MAIL FROM:<a@senders.test>', 'RCPT TO:<Maybe+Tag@handles.test>']) {
    client.send(`${line}\r\n`);
  }
  await client.readLine();
  await client.readLine();
  expect(await client.readLine()).toMatch(/^451 /);
  client.destroy();
  const log = server.log.join('\n');
  expect(log).toContain('mail.smtp.recipient_lookup_failed');
  expect(personalLines(log, ['maybe'])).toEqual([]);
});
