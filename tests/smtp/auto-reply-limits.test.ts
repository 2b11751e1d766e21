import { describe, expect, it } from 'vitest';
import type { AutoReplies } from '../../mail/host/auto-replies.ts';
import { OutcomeUnknown } from '../../mail/host/queue-store.ts';
import type { SubmissionPolicy } from '../../mail/host/submission-policy.ts';
import { decided, MAIL, onceEach, replyRows, start } from './auto-replies.ts';
import type { MailServerChanges } from './mail-server.ts';
import { running, until } from './queued.ts';
import { send } from './signed-senders.ts';

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
    for (let at = 0; at < 12; at++) await send(server, mailOf(`p${at}x`), `p${at}x@senders.test`);
    await decided(server, 12);
    expect(replyRows(server)).toHaveLength(10);
    expect(calls.filter((call) => call.startsWith('release'))).toEqual([
      'release alice p10x@senders.test',
      'release alice p11x@senders.test',
    ]);
    expect(server.log.join('\n')).toMatch(/mail\.auto_reply\.left_out.*"reason":"network"/);
  });

  it('limits the replies of one handle, from any number of networks', async () => {
    const rates = counting();
    const take = (key: string, max: number, _seconds: number) =>
      /network 127\.0\.0\.1$/.test(key) || rates.take(key, max);
    await using server = await start({ rates: { take } });
    for (let at = 0; at < 14; at++) await send(server, mailOf(`p${at}x`), `p${at}x@senders.test`);
    await decided(server, 14);
    expect(replyRows(server)).toHaveLength(12);
  });

  it('does not count messages of a sender who has already got a reply', async () => {
    const rates = counting();
    await using server = await start({ rates });
    for (let at = 0; at < 5; at++) await send(server, MAIL, 'carol@senders.test');
    await send(server, mailOf('dave'), 'dave@senders.test');
    await until(() => replyRows(server).length === 2);
    expect(rates.counts.get('auto-reply hour alice')).toBe(2);
  });

  it('sends no automatic reply to a suppressed recipient, and does not count against the limits of the owner', async () => {
    let reserved = 0;
    const submission = {
      suppressed: async (_key: string, recipients: string[]) =>
        new Set(recipients.filter((one) => one.startsWith('gone'))),
      reserve: async () => {
        reserved += 1;
        return null;
      },
    } as unknown as SubmissionPolicy;
    await using server = await start({ submission });
    for (const name of ['gone', 'carol', 'dave']) await send(server, mailOf(name), `${name}@senders.test`);
    await decided(server, 3);
    expect(replyRows(server).map(({ destination }) => destination)).toEqual([
      'carol@senders.test',
      'dave@senders.test',
    ]);
    expect(reserved).toBe(0);
    expect(server.log.join('\n')).toContain('"reason":"suppressed"');
  });
});

describe('a failure of an automatic reply', () => {
  it('a failed automatic reply does not change or delay the acceptance of the message', async () => {
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

  it('omits a reply whose decision took an hour', async () => {
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

  it('a queued automatic reply is retried at first, and dropped before it is an hour old', async () => {
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
    // Nobody gets a notice.
    expect(server.queue.rows).toHaveLength(0);
  });

  it('a queued automatic reply is dropped without an attempt if the queue has stopped for an hour', async () => {
    const { server, id } = await withReply();
    await using _ = server;
    server.advance(46 * 60);
    const runner = await running(server);
    await until(() => replyRows(server).length === 0);
    await runner.stop();
    expect(server.inbox.received).toHaveLength(1);
    expect(server.deliveries.get(id)?.map(({ step }) => step)).toEqual(['received', 'queued', 'dropped']);
  });

  it('a queued automatic reply is dropped without a notice if the sender rejects it', async () => {
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
