import { expect, it } from 'vitest';
import { type MailServer, startMailServer } from './mail-server.ts';
import { dnsWith, send, signedBy, verified } from './signed-senders.ts';

const HEAD = 'From: Carol <carol@senders.test>\r\nSubject: hi\r\n';
const BODY = '\r\nHello\r\n';
const SPACES = ' '.repeat(120_000);
const SIGNATURE = 'v=1; a=rsa-sha256; d=senders.test; s=s; h=from; bh=AAAA; b=AAAA';

/** Messages that slow down or crash common parsers. */
const HOSTILE: [string, string][] = [
  ['fields named __proto__ and constructor', `__proto__: x\r\nconstructor: y\r\n${HEAD}${BODY}`],
  ['thousands of signatures', `DKIM-Signature: ${SIGNATURE}\r\n`.repeat(2000) + HEAD + BODY],
  [
    'thousands of ARC fields',
    `ARC-Seal: i=1; a=rsa-sha256; cv=none; d=x.test; s=s; b=A\r\n`.repeat(2000) + HEAD + BODY,
  ],
  ['fifty-one ARC sets', arcSets(51) + HEAD + BODY],
  [
    'a signature that names thousands of fields',
    `DKIM-Signature: ${SIGNATURE.replace('h=from', `h=${'a:'.repeat(7000)}from`)}\r\n${'a:\r\n'.repeat(40_000)}${HEAD}${BODY}`,
  ],
  ['120 KB of spaces in a signature', `DKIM-Signature: v=1; a=${SPACES}x; d=senders.test\r\n${HEAD}${BODY}`],
  ['120 KB of spaces before a colon', `X-Odd${SPACES}: x\r\n${HEAD}${BODY}`],
  ['120 KB of spaces in From', `From: Carol${SPACES}<carol@senders.test>\r\n${BODY}`],
  ['a field folded thousands of times', `X-Long: x\r\n${' y\r\n'.repeat(50_000)}${HEAD}${BODY}`],
  ['thousands of authors', `From: ${'a@senders.test, '.repeat(10_000)}b@senders.test\r\n${BODY}`],
  ['deeply nested address groups', `From: ${'a:'.repeat(50_000)}carol@senders.test${';'.repeat(50_000)}\r\n${BODY}`],
  ['thousands of unterminated encoded words', `${HEAD}Subject: ${'=?utf-8?q?a?= '.repeat(8000)}\r\n${BODY}`],
  ['3000 nested MIME parts', HEAD + deepMime(3000)],
  ['one line of 4 MB', `${HEAD}\r\n${'x '.repeat(2_000_000)}\r\n`],
  ['a body of only line ends', `${HEAD}\r\n${'\r\n'.repeat(500_000)}`],
];

function arcSets(count: number): string {
  return Array.from({ length: count }, (_, at) => {
    const i = at + 1;
    return (
      `ARC-Seal: i=${i}; a=rsa-sha256; cv=${i === 1 ? 'none' : 'pass'}; d=x.test; s=s; b=A\r\n` +
      `ARC-Message-Signature: i=${i}; a=rsa-sha256; d=x.test; s=s; h=from; bh=A; b=A\r\n` +
      `ARC-Authentication-Results: i=${i}; x.test; none\r\n`
    );
  }).join('');
}

function deepMime(depth: number): string {
  let text = '';
  for (let i = 0; i < depth; i++) text += `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`;
  return `${text}\r\nend\r\n`;
}

it.each(HOSTILE)(
  'accepts or rejects a message with %s and then accepts the next message (attack 32)',
  async (_what, text) => {
    let server: MailServer | undefined;
    const dns = dnsWith({ 'TXT senders.test': 'v=spf1 ip4:127.0.0.1 -all' }, () => server as MailServer);
    server = await startMailServer({ resolver: dns, options: { budget: 20_000 } });
    await using opened = server;
    const reply = await send(opened, text, 'carol@senders.test');
    expect(reply).toMatch(/^(250|5\d\d) /);
    // Each verified signature costs one DNS lookup, so the number of lookups must be limited.
    expect(dns.queries.filter((question) => question.includes('_domainkey')).length).toBeLessThanOrEqual(62);
    expect(await send(opened, `${HEAD}${BODY}`, 'carol@senders.test')).toMatch(/^250 /);
  },
);

it('rejects a From field of more than 16 KB', async () => {
  await using opened = await startMailServer();
  const authors = (count: number) => `From: ${'a@senders.test, '.repeat(count)}b@senders.test\r\n${BODY}`;
  expect(await send(opened, authors(1000), 'carol@senders.test')).toMatch(/^250 /);
  expect(await send(opened, authors(1100), 'carol@senders.test')).toMatch(/^550 5\.6\.0 .*16 KB/);
});

it('authenticates, seals and delivers an 8 MB message byte for byte', async () => {
  let server: MailServer | undefined;
  const dns = dnsWith({ 'TXT senders.test': 'v=spf1 ip4:127.0.0.1 -all' }, () => server as MailServer);
  server = await startMailServer({ resolver: dns, options: { budget: 20_000 } });
  await using opened = server;
  const mail = await signedBy('senders.test', `${HEAD}\r\n${'a line  of a large message \r\n'.repeat(290_000)}`);
  expect(await send(opened, mail, 'carol@senders.test')).toMatch(/^250 /);
  const bytes = opened.inbox.received[0]?.bytes ?? Buffer.alloc(0);
  expect(bytes.subarray(-mail.length).toString()).toBe(mail);
  const found = await verified(bytes, dns);
  expect(found.dkim.results.map(({ status }) => status.result)).toEqual(['pass']);
  expect(found.arc).toMatchObject({ status: { result: 'pass' } });
});
