import type { RecipientPolicy } from '../../mail/host/directory.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { dnsWith, type Records, send, verified } from './signed-senders.ts';

export const MAIL =
  'From: Carol <carol@senders.test>\r\nTo: alice@handles.test\r\nSubject: hi\r\n' +
  'Date: Fri, 20 Nov 2026 12:00:00 +0000\r\nMessage-ID: <1@senders.test>\r\n\r\nHello\r\n';
export const SPF: Records = { 'TXT senders.test': 'v=spf1 ip4:127.0.0.1 -all' };
export const LIST_SPF: Records = { 'TXT lists.test': 'v=spf1 ip4:127.0.0.1 -all' };
export const dmarc = (policy: string): Records => ({ 'TXT _dmarc.senders.test': `v=DMARC1; p=${policy}` });

export const HELO_SPF: Records = { 'TXT client.test': 'v=spf1 ip4:127.0.0.1 -all' };
export const listMail = (listId = 'dev.lists.test') => `List-Id: Developers <${listId}>\r\n${MAIL}`;

export function allow(server: MailServer, policy: RecipientPolicy): void {
  server.recipients.alice = { kind: 'forward', destination: 'alice.inbox@elsewhere.test', key: 'alice', policy };
}

export async function forward(
  records: Records,
  text: string,
  from: string,
  options = {},
  policy: RecipientPolicy = {},
) {
  let server: MailServer | undefined;
  const dns = dnsWith(records, () => server as MailServer);
  server = await startMailServer({ resolver: dns, options });
  await using opened = server;
  allow(opened, policy);
  const reply = await send(opened, text, from);
  const received = opened.inbox.received.at(-1);
  const [steps = []] = [...opened.deliveries.values()];
  const checked = steps.find(({ step }) => step === 'checked');
  const downstream = received && (await verified(received.bytes, dns));
  return { reply, text: received?.bytes.toString() ?? '', steps, checked, downstream, queries: dns.queries };
}
