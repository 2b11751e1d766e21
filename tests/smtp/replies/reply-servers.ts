import { DOMAIN, type MailServer } from '../mail-server.ts';
import { dnsWith, type Records, send, signedBy } from '../signed-senders.ts';
import { type SubmissionServer, startSubmissionServer } from '../submissions.ts';

/** The inbox of the handle alice. */
export const INBOX = 'owner.private@mail.test';
export const SECOND = 'second.inbox@other.test';
export const HANDLE = `alice@${DOMAIN}`;

const RECORDS: Records = {
  'TXT mail.test': 'v=spf1 ip4:127.0.0.1 -all',
  'TXT senders.test': 'v=spf1 ip4:127.0.0.1 -all',
  'TXT strict.test': 'v=spf1 -all',
  'TXT _dmarc.strict.test': 'v=DMARC1; p=none',
};

/** Starts a mail server whose queue runs, with the handle alice in reply mode. DNS has SPF for mail.test and senders.test. */
export async function startReplyServer(records: Records = RECORDS): Promise<SubmissionServer> {
  const server: SubmissionServer = await startSubmissionServer({ resolver: dnsWith(records, () => server) });
  const policy = { keepsContacts: true, repliesThroughUs: true };
  server.recipients.alice = { kind: 'forward', destination: INBOX, key: 'alice', policy };
  return server;
}

export interface Reply {
  to: string[];
  /** Further fields, each with its line end. */
  fields?: string;
  from?: string;
  sender?: string;
  body?: string;
  /** The message is signed by this domain. */
  signer?: string;
}

/** Sends a message to reply addresses, by default from the inbox with SPF. Returns the reply of the server. */
export async function reply(server: MailServer, message: Reply): Promise<string | null> {
  const { to, fields = '', from = `Owner Private <${INBOX}>`, sender = INBOX, body = 'At noon.\r\n', signer } = message;
  const named = /^(?:To|Cc):/im.test(fields) ? '' : `To: ${to.join(', ')}\r\n`;
  const subject = /^Subject:/im.test(fields) ? '' : 'Subject: Re: Lunch\r\n';
  const text = `From: ${from}\r\n${named}${subject}Date: Fri, 20 Nov 2026 12:00:00 +0000\r\nMessage-ID: <own-1@mail.test>\r\n${fields}${/content-type/i.test(fields) ? '' : 'Content-Type: text/plain\r\n'}\r\n${body}`;
  return send(server, signer ? await signedBy(signer, text) : text, sender, to);
}

/** Returns the header of a message and its unfolded fields by lower-case name. */
export function headerOf(bytes: Buffer = Buffer.alloc(0)): { text: string; field(name: string): string } {
  const text = bytes.toString().split('\r\n\r\n')[0] ?? '';
  const unfolded = text.replace(/\r\n[ \t]+/g, ' ');
  return { text, field: (name) => new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1] ?? '' };
}
