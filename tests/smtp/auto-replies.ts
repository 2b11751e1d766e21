import type { AutoReplies } from '../../mail/host/auto-replies.ts';
import type { Resolution } from '../../mail/host/directory.ts';
import { type MailServer, type MailServerChanges, startMailServer } from './mail-server.ts';
import { until } from './queued.ts';

/** A recipient with an automatic reply. */
export const replying = (key: string, inbox = 'alice.inbox@elsewhere.test'): Resolution => ({
  kind: 'forward',
  destination: inbox,
  key,
  policy: { autoReply: true },
});
export const MAIL = [
  'From: =?utf-8?Q?Carol_J=C3=B6rg?= <carol@senders.test>',
  'To: Alice <alice@handles.test>',
  'Subject: Lunch',
  'Message-ID: <lunch@senders.test>',
  '',
  'Hello',
  '',
].join('\r\n');

/** Replies once to each sender, and lists the calls. */
export function onceEach(changes: Partial<AutoReplies> = {}) {
  const calls: string[] = [];
  const replied = new Set<string>();
  const replies: AutoReplies = {
    async take(key, { address, name }) {
      calls.push(`take ${key} ${address}`);
      if (replied.has(`${key} ${address}`)) return null;
      replied.add(`${key} ${address}`);
      return {
        name: 'Alice Meyer',
        subject: `Away, ${name}`,
        text: `Hi ${name},\n\nback on Monday.`,
        hourly: 12,
        daily: 50,
      };
    },
    async release(key, address) {
      calls.push(`release ${key} ${address}`);
      replied.delete(`${key} ${address}`);
    },
    ...changes,
  };
  return { replies, calls };
}

/** Starts a server whose recipient alice replies automatically. */
export async function start(changes: MailServerChanges = {}): Promise<MailServer> {
  const server = await startMailServer({ autoReplies: onceEach().replies, ...changes });
  server.recipients.alice = replying('alice');
  return server;
}

/** The queued replies. */
export const replyRows = (server: MailServer) => server.queue.rows.filter(({ traffic }) => traffic === 'sent');
/** Waits for the log line of the decision about a message. */
export const decided = (server: MailServer, count = 1) =>
  until(
    () =>
      server.log.filter((line) => /"mail\.auto_reply\.(none|queued|left_out|failed|busy)"/.test(line)).length >= count,
  );
