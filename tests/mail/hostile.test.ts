import { expect, test } from 'vitest';
import { Talker } from '../dialogues/talk.ts';
import { type House, openHouse } from './house.ts';

async function send(house: House, message: string): Promise<string> {
  const talker = await Talker.connect(house.port);
  await talker.hear();
  for (const line of ['HELO x.test', 'MAIL FROM:<carol@senders.test>', 'RCPT TO:<alice@handles.test>', 'DATA']) {
    talker.say(`${line}\r\n`);
    expect(await talker.hear()).toMatch(/^[23]/);
  }
  talker.say(Buffer.from(`${message}\r\n.\r\n`, 'latin1'));
  const answer = (await talker.hear(20_000)) ?? 'closed';
  talker.destroy();
  return answer;
}

const FROM = 'From: carol@senders.test\r\n';
const many = (piece: string, count: number) => piece.repeat(count);
const deep = (levels: number) =>
  Array.from(
    { length: levels },
    (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
  ).join('');

/** Mail that has brought down parsers elsewhere (CVE-2026-34752, CVE-2025-14874, CVE-2026-26312 and kin). */
test.each([
  [
    'fields named after prototypes',
    `${FROM}__proto__: x\r\nconstructor: y\r\ntoString: z\r\nhasOwnProperty: 1\r\n\r\nhi`,
    /^250/,
  ],
  ['a prototype in parameters', `${FROM}Content-Type: text/plain; __proto__=1; constructor=2\r\n\r\nhi`, /^250/],
  ['MIME in a thousand levels', `${FROM}MIME-Version: 1.0\r\n${deep(1000)}\r\nhi`, /^250/],
  ['messages in messages', `${FROM}${many('Content-Type: message/rfc822\r\n\r\n', 2000)}hi`, /^250/],
  ['twenty thousand fields', `${FROM}${many('X-A: b\r\n', 20_000)}\r\nhi`, /^250/],
  ['one field of 200 KB', `${FROM}X-A: ${many('a', 200_000)}\r\n\r\nhi`, /^250/],
  ['a folded field of thousands of lines', `${FROM}X-A: a\r\n${many(' b\r\n', 20_000)}\r\nhi`, /^250/],
  ['a header without an end', `${FROM}${many(`X-A: ${many('a', 900)}\r\n`, 400)}`, /^552/],
  ['groups in groups', `From: ${many('g:', 5000)}carol@senders.test${many(';', 5000)}\r\n\r\nhi`, /^[25]50/],
  ['comments in comments', `From: ${many('(', 20_000)}${many(')', 20_000)} carol@senders.test\r\n\r\nhi`, /^[25]50/],
  ['a comment that never ends', `From: ${many('(a', 50_000)} carol@senders.test\r\n\r\nhi`, /^[25]50/],
  ['authors by the thousand', `From: ${many('a@senders.test, ', 5000)}carol@senders.test\r\n\r\nhi`, /^[25]50/],
  ['quotes without an end', `From: ${many('"\\', 50_000)} <carol@senders.test>\r\n\r\nhi`, /^[25]50/],
  ['encoded words by the thousand', `${FROM}Subject: ${many('=?utf-8?B?4p2k?= ', 10_000)}\r\n\r\nhi`, /^250/],
  ['an encoded word of an unknown kind', `${FROM}Subject: =?x-\xff?Q?=FF=?= =?utf-8?B?????=\r\n\r\nhi`, /^250/],
  ['bytes that are no UTF-8', `${FROM}Subject: \xff\xfe\xc0\x80\r\n\r\n\xff\xfe`, /^250/],
  ['NUL in field and body', `${FROM}X-A: \0\r\n\r\n\0`, /^250/],
  [
    'signatures by the hundred',
    `${many('DKIM-Signature: v=1; a=rsa-sha256; d=a.test; s=s; h=from; bh=x; b=y\r\n', 300)}${FROM}\r\nhi`,
    /^250/,
  ],
  ['a signature of semicolons', `DKIM-Signature: ${many(';', 50_000)}\r\n${FROM}\r\nhi`, /^250/],
  [
    'seals by the hundred',
    `${Array.from({ length: 200 }, (_, i) => `ARC-Seal: i=${i}; cv=none; a=rsa-sha256; d=a.test; s=s; b=y\r\n`).join('')}${FROM}\r\nhi`,
    /^250/,
  ],
  [
    'a seal with a huge number',
    `ARC-Seal: i=99999999999999999999; cv=pass; b=\r\nARC-Seal: i=-1\r\n${FROM}\r\nhi`,
    /^250/,
  ],
  [
    'results of ours in every spelling',
    `${many('Authentication-Results: (((((mx.handles.test; x\r\n', 3000)}${FROM}\r\nhi`,
    /^250/,
  ],
  [
    'Received lines without an end to them',
    `Received: ${many('by ', 30_000)}\r\nReceived: ${many('for <', 30_000)}\r\n${FROM}\r\nhi`,
    /^250/,
  ],
  [
    'a multipart report of nothing',
    `${FROM}Content-Type: multipart/report; report-type=delivery-status; boundary="\r\n\r\n--\r\n`,
    /^250/,
  ],
  ['no header at all', 'hi', /^550 5\.6\.0/],
  ['nothing but empty lines', many('\r\n', 10_000), /^550 5\.6\.0/],
  ['spaces before a colon, colons alone', `${FROM}:\r\n: x\r\n : y\r\nA\t :z\r\n\r\nhi`, /^250/],
])('%s: an answer, and the server goes on', async (_what, message, expected) => {
  await using house = await openHouse();
  expect(await send(house, message)).toMatch(expected);
  expect(await send(house, `${FROM}\r\nhi`)).toMatch(/^250/);
});
