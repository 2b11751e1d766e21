import { expect, it } from 'vitest';
import { until } from '../queued.ts';
import { send, signedBy } from '../signed-senders.ts';
import { INBOX, startReplyServer } from './reply-servers.ts';

const CAROL = 'carol@senders.test';
const FRIEND = 'friend@else.test';
const BODY = 'For your eyes only.\r\n';
const FIELDS = ['From', 'Subject', 'Date', 'Message-ID'];

/** The signed part of an owner's message to a friend, and the forgery to a reply address that a reader makes of it. */
interface Replay {
  headerList: string[];
  change(signed: string, replyAddress: string): string;
}

const PRIVATE = `From: ${INBOX}\r\nTo: ${FRIEND}\r\nSubject: x\r\nDate: Fri, 20 Nov 2026 12:00:00 +0000\r\nMessage-ID: <1@mail.test>\r\n\r\n${BODY}`;
const replacedTo = (signed: string, to: string) => signed.replace(`\r\nTo: ${FRIEND}\r\n`, `\r\nTo: ${to}\r\n`);

const REPLAYS: [string, Replay][] = [
  ['as it is', { headerList: [...FIELDS, 'To', 'Cc'], change: (signed) => signed }],
  ['with To replaced, which is not signed', { headerList: FIELDS, change: replacedTo }],
  ['with To replaced, while Cc is signed', { headerList: [...FIELDS, 'Cc'], change: replacedTo }],
  [
    'with Cc added, which is not signed',
    { headerList: FIELDS, change: (signed, to) => signed.replace('\r\nTo:', `\r\nCc: ${to}\r\nTo:`) },
  ],
  [
    'with Cc added, while To is signed',
    { headerList: [...FIELDS, 'To'], change: (signed, to) => signed.replace('\r\nTo:', `\r\nCc: ${to}\r\nTo:`) },
  ],
  ['with a second To on top', { headerList: [...FIELDS, 'To'], change: (signed, to) => `To: ${to}\r\n${signed}` }],
  [
    'with a second To on top of a folded one',
    { headerList: [...FIELDS, 'To', 'Cc'], change: (signed, to) => `TO :\r\n\t${to}\r\n${signed}` },
  ],
];

it.each(REPLAYS)('does not send a private message of the owner to a contact: %s', async (_how, replay) => {
  await using server = await startReplyServer();
  const to = await server.contacts.addressOf('alice', CAROL);
  const signed = await signedBy('mail.test', PRIVATE, 'relaxed/relaxed', { headerList: replay.headerList });
  expect(await send(server, replay.change(signed, to), 'eve@senders.test', [to])).toMatch(
    /^550 5\.7\.1 This address is for replies of its owner only/,
  );
  expect(server.queue.rows).toEqual([]);
  expect(server.inbox.received).toEqual([]);
});

it('does not send a reply of the owner with text below the signed part of its body', async () => {
  await using server = await startReplyServer();
  const to = await server.contacts.addressOf('alice', CAROL);
  const covered = { headerList: [...FIELDS, 'To', 'Cc'], maxBodyLength: BODY.length };
  const signed = await signedBy('mail.test', PRIVATE.replace(FRIEND, to), 'relaxed/relaxed', covered);
  expect(await send(server, `${signed}Send me money.\r\n`, 'eve@senders.test', [to])).toMatch(
    /^550 5\.7\.1 This address is for replies of its owner only/,
  );
  expect(server.queue.rows).toEqual([]);
});

it('sends a reply of the owner only to the contact whose reply address it names', async () => {
  await using server = await startReplyServer();
  const [first, second] = [
    await server.contacts.addressOf('alice', CAROL),
    await server.contacts.addressOf('alice', 'dave@else.test'),
  ];
  const signed = await signedBy('mail.test', PRIVATE.replace(FRIEND, first));
  for (const to of [[second], [first, second]]) {
    expect(await send(server, signed, 'eve@senders.test', to)).toMatch(/^550 5\.7\.1 This address is for replies/);
  }
  // To and Cc are signed and name the address, so a forwarder of the owner may send it from any server.
  expect(await send(server, signed, 'eve@senders.test', [first])).toMatch(/^250 /);
  await until(() => server.queue.settled.length === 1);
  expect(server.inbox.received.map(({ to }) => to)).toEqual([[CAROL]]);
});
