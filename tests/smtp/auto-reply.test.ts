import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import type { AutoReplies } from '../../mail/host/auto-replies.ts';
import type { Resolution } from '../../mail/host/directory.ts';
import { OutcomeUnknown } from '../../mail/host/queue-store.ts';
import type { SubmissionPolicy } from '../../mail/host/submission-policy.ts';
import { type MailServer, type MailServerChanges, startMailServer } from './mail-server.ts';
import { running, until } from './queued.ts';
import { dnsWith, send, signedBy, verified } from './signed-senders.ts';

const replying = (key: string, inbox = 'alice.inbox@elsewhere.test'): Resolution => ({
  kind: 'forward',
  destination: inbox,
  key,
  policy: { autoReply: true },
});
const MAIL = [
  'From: =?utf-8?Q?Carol_J=C3=B6rg?= <carol@senders.test>',
  'To: Alice <alice@handles.test>',
  'Subject: Lunch',
  'Message-ID: <lunch@senders.test>',
  '',
  'Hello',
  '',
].join('\r\n');
const without = (name: string) => MAIL.replace(new RegExp(`^${name}:.*\r\n`, 'm'), '');
const withLine = (line: string) => `${line}\r\n${MAIL}`;

/** Replies once to each sender, and lists the calls. */
function onceEach(changes: Partial<AutoReplies> = {}) {
  const calls: string[] = [];
  const replied = new Set<string>();
  const replies: AutoReplies = {
    async take(key, { address, name }) {
      calls.push(`take ${key} ${address}`);
      if (replied.has(`${key} ${address}`)) return null;
      replied.add(`${key} ${address}`);
      return { name: 'Alice Meyer', subject: `Away, ${name}`, text: `Hi ${name},\n\nback on Monday.` };
    },
    async release(key, address) {
      calls.push(`release ${key} ${address}`);
      replied.delete(`${key} ${address}`);
    },
    ...changes,
  };
  return { replies, calls };
}

async function start(changes: MailServerChanges = {}): Promise<MailServer> {
  const server = await startMailServer({ autoReplies: onceEach().replies, ...changes });
  server.recipients.alice = replying('alice');
  return server;
}

const replyRows = (server: MailServer) => server.queue.rows.filter(({ traffic }) => traffic === 'sent');
/** Waits for the log line that ends the decision about a message. */
const decided = (server: MailServer, count = 1) =>
  until(
    () =>
      server.log.filter((line) => /"mail\.auto_reply\.(none|queued|left_out|failed|busy)"/.test(line)).length >= count,
  );

describe('an automatic reply', () => {
  it('goes to the envelope sender from the null sender, signed for the handle, and names no inbox', async () => {
    const dns = dnsWith({ 'TXT senders.test': 'v=spf1 ip4:127.0.0.1 -all' }, () => server);
    await using server = await start({ resolver: dns });
    expect(await send(server, MAIL, 'carol@senders.test')).toMatch(/^250 /);
    await decided(server);
    const runner = await running(server);
    const [, reply] = await server.inbox.waitFor(2);
    await runner.stop();
    expect({ from: reply?.from, to: reply?.to }).toEqual({ from: '', to: ['carol@senders.test'] });
    const bytes = reply?.bytes ?? Buffer.alloc(0);
    const { from, to, subject, text, inReplyTo, references, headers } = await PostalMime.parse(bytes);
    expect({ from, to, subject, text, inReplyTo, references }).toEqual({
      from: { name: 'Alice Meyer', address: 'alice@handles.test' },
      to: [{ name: '', address: 'carol@senders.test' }],
      subject: 'Away, Carol Jörg',
      text: 'Hi Carol Jörg,\n\nback on Monday.\n',
      inReplyTo: '<lunch@senders.test>',
      references: '<lunch@senders.test>',
    });
    expect(headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-replied');
    expect(bytes.toString()).not.toMatch(/elsewhere|alice\.inbox|127\.0\.0\.1/);
    const { dkim, dmarc } = await verified(
      bytes,
      dnsWith({ 'TXT _dmarc.handles.test': 'v=DMARC1; p=reject' }, () => server),
    );
    expect(dkim.results.map(({ status }) => status.result)).toEqual(['pass']);
    expect(dmarc ? dmarc.status.result : '').toBe('pass');
  });

  it('is in the delivery log as sent mail', async () => {
    await using server = await start();
    await send(server, MAIL, 'carol@senders.test');
    await decided(server);
    const id = replyRows(server)[0]?.id ?? '';
    expect(server.deliveries.get(id)).toMatchObject([
      {
        ...{ step: 'received', direction: 'sent', key: 'alice', recipient: 'carol@senders.test' },
        ...{ sender: 'alice@handles.test', subject: 'Away, Carol Jörg', client: '' },
      },
      { step: 'queued', after: 0 },
    ]);
    const runner = await running(server);
    await until(() => server.queue.rows.length === 0);
    await runner.stop();
    expect(server.deliveries.get(id)?.at(-1)).toMatchObject({ step: 'tried', result: { kind: 'delivered' } });
  });

  it('goes once to a sender, for each handle that the message names', async () => {
    await using server = await start();
    server.recipients.bob = replying('bob', 'bob.inbox@other.test');
    const both = MAIL.replace('To: Alice <alice@handles.test>', 'To: alice@handles.test, bob+x@handles.test');
    await send(server, both, 'carol@senders.test', [
      'alice@handles.test',
      'alice+y@handles.test',
      'bob+x@handles.test',
    ]);
    await until(() => replyRows(server).length === 2);
    expect(replyRows(server).map(({ key, recipient }) => `${key} ${recipient}`)).toEqual([
      'alice alice@handles.test',
      'bob bob@handles.test',
    ]);
    await send(server, MAIL, 'carol@senders.test');
    await send(server, MAIL.replaceAll('carol@', 'dave@'), 'dave@senders.test');
    await until(() => replyRows(server).length === 3);
    expect(replyRows(server).at(-1)?.destination).toBe('dave@senders.test');
  });

  it('goes to a sender whose aligned signature covers the recipients, without SPF', async () => {
    const resolver = dnsWith({});
    await using server = await start({ resolver });
    await send(server, await signedBy('senders.test', MAIL), 'carol@senders.test');
    await until(() => replyRows(server).length === 1);
    // A replay: the author's signature is valid, but our address was added.
    const toOther = await signedBy(
      'senders.test',
      MAIL.replace('alice@handles.test', 'other@x.test').replace('carol@', 'dave@'),
    );
    await send(server, `Cc: alice@handles.test\r\n${toOther}`, 'dave@senders.test');
    await decided(server, 2);
    expect(server.log.join('\n')).toContain('"reason":"unverified-sender"');
    expect(replyRows(server)).toHaveLength(1);
  });

  it('follows mail that was queued', async () => {
    await using server = await start();
    server.inbox.on('rcpt', '450 4.2.1 later');
    expect(await send(server, MAIL, 'carol@senders.test')).toMatch(/^250 /);
    await until(() => replyRows(server).length === 1);
    expect(server.queue.rows).toHaveLength(2);
  });
});

describe('no automatic reply', () => {
  it.each<[string, string, string, string[]?]>([
    ['to the null sender', MAIL, ''],
    ['to another sender than the author of another domain', MAIL, 'victim@other.test'],
    [
      'to an author of another domain than the sender',
      MAIL.replace('carol@senders', 'carol@else'),
      'carol@senders.test',
    ],
    ['to list mail', withLine('List-Id: <l.senders.test>'), 'carol@senders.test'],
    ['to an automatic reply', withLine('Auto-Submitted: auto-replied'), 'carol@senders.test'],
    ['to mail that names the handle only in the envelope', without('To'), 'carol@senders.test'],
    ['to mail to another address', MAIL.replace('alice@', 'alicia@'), 'carol@senders.test'],
    ['to no-reply addresses', MAIL.replace('carol@', 'noreply@'), 'noreply@senders.test'],
    ['to our own domain', MAIL.replace('carol@senders.test', 'bob@handles.test'), 'bob@handles.test'],
    ['to a return address of ours', MAIL, 'srs0=aaaaaaaaaaaaa=aa=alice=senders.test=carol@handles.test'],
    [
      'to mail that came from us',
      withLine('Received: from a.test by mx.handles.test with ESMTP id 1; x'),
      'carol@senders.test',
    ],
  ])('goes %s', async (_case, mail, from) => {
    const { replies, calls } = onceEach();
    await using server = await start({ autoReplies: replies });
    expect(await send(server, mail, from)).toMatch(/^250 /);
    await decided(server);
    expect(replyRows(server)).toHaveLength(0);
    expect(calls).toEqual([]);
  });

  it('goes to mail that was rejected, dropped or blocked, or to a handle without a reply', async () => {
    const { replies, calls } = onceEach();
    await using server = await start({ autoReplies: replies });
    server.inbox.on('rcpt', '550 5.1.1 unknown', 1);
    expect(await send(server, MAIL, 'carol@senders.test')).toMatch(/^550 /);
    const blocked = new Set(['carol@senders.test']);
    server.recipients.alice = { ...replying('alice'), policy: { autoReply: true, blocked } } as Resolution;
    const toBoth = ['alice@handles.test', 'bob@handles.test'];
    expect(await send(server, MAIL, 'carol@senders.test', toBoth)).toMatch(/^250 /);
    server.recipients.alice = { kind: 'drop', key: 'alice' };
    expect(await send(server, MAIL, 'carol@senders.test')).toMatch(/^250 /);
    server.recipients.alice = { kind: 'forward', destination: 'alice.inbox@elsewhere.test', key: 'alice', policy: {} };
    expect(await send(server, MAIL, 'carol@senders.test')).toMatch(/^250 /);
    // Replies are decided in order, so this one shows that there was none before.
    server.recipients.alice = replying('alice');
    await send(server, MAIL.replaceAll('carol@', 'dave@'), 'dave@senders.test');
    await until(() => replyRows(server).length === 1);
    expect(calls).toEqual(['take alice dave@senders.test']);
  });

  it('goes to mail whose DMARC failure a mailing list excuses', async () => {
    const records = { 'TXT senders.test': 'v=spf1 -all', 'TXT _dmarc.senders.test': 'v=DMARC1; p=reject' };
    await using server = await start({ resolver: dnsWith(records) });
    const lists = new Set(['l.lists.test']);
    server.recipients.alice = { ...replying('alice'), policy: { autoReply: true, lists } } as Resolution;
    const mail = await signedBy('lists.test', withLine('List-Id: <l.lists.test>'));
    expect(await send(server, mail, 'carol@senders.test')).toMatch(/^250 /);
    await decided(server);
    expect(server.log.join('\n')).toContain('"reason":"marked"');
  });
});

describe('two handles that both reply', () => {
  it('exchange no replies', async () => {
    await using server = await start();
    server.recipients.bob = replying('bob', 'bob.inbox@other.test');
    await send(server, MAIL, 'carol@senders.test');
    await until(() => replyRows(server).length === 1);
    const runner = await running(server);
    const [, reply] = await server.inbox.waitFor(2);
    await runner.stop();
    // The reply comes to bob, from the null sender as we send it, and with a sender as a broken server would.
    const text = reply?.bytes.toString().replaceAll('carol@senders.test', 'bob@handles.test') ?? '';
    for (const from of ['', 'alice@handles.test', 'carol@senders.test']) {
      expect(await send(server, text, from, ['bob@handles.test'])).toMatch(/^250 /);
    }
    await decided(server, 4);
    expect(replyRows(server)).toHaveLength(0);
    const reasons = server.log.join('\n').match(/"reason":"[^"]*"/g);
    expect(reasons).toEqual(['"reason":"null-sender"', '"reason":"own-sender"', '"reason":"own-sender"']);
  });
});

describe('the limits on automatic replies', () => {
  /** Counts exactly, in one window. */
  function counting() {
    const counts = new Map<string, number>();
    const take = (key: string, max: number) => {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return (counts.get(key) ?? 0) <= max;
    };
    return { take, counts };
  }
  const mailOf = (name: string) => MAIL.replaceAll('carol@', `${name}@`);

  it('limits the replies that one network causes, and marks no sender who got none', async () => {
    const { replies, calls } = onceEach();
    await using server = await start({ autoReplies: replies, rates: counting() });
    for (let at = 0; at < 8; at++) await send(server, mailOf(`p${at}x`), `p${at}x@senders.test`);
    await decided(server, 8);
    expect(replyRows(server)).toHaveLength(6);
    expect(calls.filter((call) => call.startsWith('release'))).toEqual([
      'release alice p6x@senders.test',
      'release alice p7x@senders.test',
    ]);
    expect(server.log.join('\n')).toMatch(/mail\.auto_reply\.left_out.*"reason":"network"/);
  });

  it('limits the replies of one handle, from any number of networks', async () => {
    const rates = counting();
    const take = (key: string, max: number, _seconds: number) => / 127\.0\.0\.1$/.test(key) || rates.take(key, max);
    await using server = await start({ rates: { take } });
    for (let at = 0; at < 14; at++) await send(server, mailOf(`p${at}x`), `p${at}x@senders.test`);
    await decided(server, 14);
    expect(replyRows(server)).toHaveLength(12);
  });

  it('does not count messages of a sender who got a reply before', async () => {
    const rates = counting();
    await using server = await start({ rates });
    for (let at = 0; at < 5; at++) await send(server, MAIL, 'carol@senders.test');
    await send(server, mailOf('dave'), 'dave@senders.test');
    await until(() => replyRows(server).length === 2);
    expect(rates.counts.get('auto-reply alice')).toBe(2);
  });

  it('counts replies as sent mail, and sends none to a suppressed recipient or above the limit on sending', async () => {
    const reserved: string[] = [];
    const submission = {
      suppressed: async (_key: string, recipients: string[]) =>
        new Set(recipients.filter((one) => one.startsWith('gone'))),
      reserve: async (key: string, recipients: number) => {
        reserved.push(`${key} ${recipients}`);
        return reserved.length > 1 ? { code: 450, enhanced: '4.7.1', text: 'Too many' } : null;
      },
    } as unknown as SubmissionPolicy;
    const { replies, calls } = onceEach();
    await using server = await start({ autoReplies: replies, submission });
    for (const name of ['gone', 'carol', 'dave']) await send(server, mailOf(name), `${name}@senders.test`);
    await decided(server, 3);
    expect(replyRows(server).map(({ destination }) => destination)).toEqual(['carol@senders.test']);
    expect(reserved).toEqual(['alice 1', 'alice 1']);
    expect(calls.at(-1)).toBe('release alice dave@senders.test');
    expect(server.log.join('\n')).toMatch(/"reason":"suppressed"[\s\S]*"reason":"sending: Too many"/);
  });
});

describe('a failure of an automatic reply', () => {
  it('does not change or delay the acceptance of the message', async () => {
    const never = Promise.withResolvers<never>();
    await using server = await start({ autoReplies: onceEach({ take: () => never.promise }).replies });
    expect(await send(server, MAIL, 'carol@senders.test')).toMatch(/^250 2\.0\.0 Ok/);
    never.reject(new Error('the database is unavailable'));
    await decided(server);
    expect(server.log.join('\n')).toMatch(/automatic reply failed .*mail\.auto_reply\.failed/);
    expect(server.inbox.received).toHaveLength(1);
  });

  it('releases the mark if the reply was not stored, and keeps it if it may have been', async () => {
    for (const failure of [new Error('no'), new OutcomeUnknown('perhaps')]) {
      const { replies, calls } = onceEach();
      await using server = await start({ autoReplies: replies });
      server.queue.failure = failure;
      expect(await send(server, MAIL, 'carol@senders.test')).toMatch(/^250 /);
      await decided(server);
      const released = failure instanceof OutcomeUnknown ? [] : ['release alice carol@senders.test'];
      expect(calls.slice(1)).toEqual(released);
    }
  });

  it('leaves out a reply that took an hour to decide', async () => {
    const gate = Promise.withResolvers<void>();
    const { replies, calls } = onceEach();
    const take: AutoReplies['take'] = async (key, sender) => {
      await gate.promise;
      return replies.take(key, sender);
    };
    await using server = await start({ autoReplies: { ...replies, take } });
    await send(server, MAIL, 'carol@senders.test');
    server.advance(3600);
    gate.resolve();
    await decided(server);
    expect(replyRows(server)).toHaveLength(0);
    expect(calls).toEqual(['take alice carol@senders.test', 'release alice carol@senders.test']);
    expect(server.log.join('\n')).toContain('"reason":"late"');
  });
});

describe('a queued automatic reply', () => {
  async function withReply(changes: MailServerChanges = {}) {
    const server = await start(changes);
    await send(server, MAIL, 'carol@senders.test');
    await until(() => replyRows(server).length === 1);
    return { server, id: replyRows(server)[0]?.id ?? '' };
  }

  it('is tried again while it is young, and dropped before it is an hour old', async () => {
    const { server, id } = await withReply();
    await using _ = server;
    server.inbox.on('rcpt', '450 4.2.1 later');
    const runner = await running(server);
    for (const minutes of [2, 8]) {
      await until(() => replyRows(server)[0]?.attempts === (minutes === 2 ? 1 : 2));
      server.advance(minutes * 60);
    }
    await until(() => replyRows(server)[0]?.attempts === 3);
    server.advance(20 * 60);
    await until(() => replyRows(server).length === 0);
    await runner.stop();
    expect(server.queue.settled.at(-1)).toMatchObject({ id, kind: 'failed' });
    expect(server.deliveries.get(id)?.at(-1)).toMatchObject({ step: 'dropped' });
    expect(server.log.join('\n')).toContain('mail.auto_reply.dropped');
    // No notice to anybody.
    expect(server.queue.rows).toHaveLength(0);
  });

  it('is dropped without an attempt if the queue stood still for an hour', async () => {
    const { server, id } = await withReply();
    await using _ = server;
    server.advance(46 * 60);
    const runner = await running(server);
    await until(() => replyRows(server).length === 0);
    await runner.stop();
    expect(server.inbox.received).toHaveLength(1);
    expect(server.deliveries.get(id)?.map(({ step }) => step)).toEqual(['received', 'queued', 'dropped']);
  });

  it('is dropped without a notice if the sender rejects it', async () => {
    const { server, id } = await withReply();
    await using _ = server;
    server.inbox.on('rcpt', '550 5.1.1 unknown');
    const runner = await running(server);
    await until(() => server.queue.rows.length === 0);
    await runner.stop();
    expect(server.deliveries.get(id)?.map(({ step }) => step)).toEqual(['received', 'queued', 'tried', 'dropped']);
    expect(server.inbox.received).toHaveLength(1);
  });
});
