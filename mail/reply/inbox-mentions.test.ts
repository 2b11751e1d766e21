import { describe, expect, it } from 'vitest';
import { headerEnd } from '../message/header.ts';
import { AddressSearch, findMention } from './inbox-mentions.ts';

const INBOX = 'Owner.Private@mail.example';
const search = new AddressSearch([INBOX]);

async function mentionIn(message: string, chunk = 1 << 20) {
  const bytes = Buffer.from(message);
  const end = headerEnd(bytes);
  const chunks: Buffer[] = [];
  for (let at = end; at < bytes.length; at += chunk) chunks.push(bytes.subarray(at, at + chunk));
  return findMention(search, bytes.subarray(0, end), chunks);
}

const plain = (text: string, type = 'text/plain; charset=utf-8') =>
  `Subject: x\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`;
const encoded = (text: string | Buffer, type = 'text/plain; charset=utf-8') =>
  `Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(text as string)
    .toString('base64')
    .replace(/(.{76})/g, '$1\r\n')}\r\n`;
const quoted = (text: string, type = 'text/plain') =>
  `Content-Type: ${type}\r\nContent-Transfer-Encoding: Quoted-Printable\r\n\r\n${text}\r\n`;
const multipart = (...parts: string[]) =>
  `Content-Type: multipart/mixed; boundary="b1"\r\n\r\npreamble\r\n${parts.map((part) => `--b1\r\n${part}`).join('\r\n')}\r\n--b1--\r\nend\r\n`;
const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');
const armored = (text: string) =>
  `-----BEGIN PGP PUBLIC KEY BLOCK-----\r\n\r\n${base64(text).replace(/(.{64})/g, '$1\r\n')}\r\n=aBcD\r\n-----END PGP PUBLIC KEY BLOCK-----`;
const long = 'All is well, and nothing is said about an address. '.repeat(4000);

describe('the search for the address of an inbox', () => {
  it.each<[string, string]>([
    ['plain text', plain('On Friday owner.private@MAIL.example wrote:')],
    ['a markdown emphasis', plain('_owner.private@mail.example_')],
    ['the end of a sentence', plain('Write to owner.private@mail.example.')],
    ['base64', encoded(`Hello ${INBOX}!`)],
    ['base64 after more than a window of text', encoded(`${long}${INBOX}`)],
    ['base64 with characters outside the alphabet', encoded(INBOX).replace('b25lc', 'b25!lc')],
    [
      'two runs of base64 with padding between them',
      `${encoded('! ').trimEnd()}\r\n${Buffer.from(INBOX).toString('base64')}\r\n`,
    ],
    ['text below base64', `${encoded('Hello')}\r\n-- \r\n${INBOX}\r\n`],
    ['quoted-printable', quoted('owner=2Eprivate=40mail.ex=\r\nample')],
    ['quoted-printable with spaces after a soft break', quoted('owner.private@mail.ex=  \r\nample')],
    ['HTML entities', plain('&#111;wner&period;private&#x40;mail.example', 'text/html')],
    ['HTML entities in capitals', plain('&#79;WNER.private&commat;mail.example', 'text/html')],
    ['a mailto link', plain('<a href="mailto:owner%2Eprivate%40mail.example">me</a>', 'text/html')],
    ['an address across tags', plain('owner.<b>private</b>@<wbr>mail.example', 'text/html')],
    ['an address with invisible characters', plain('owner.\u200bprivate@\u00admail.example')],
    ['UTF-16', encoded(Buffer.from(`\ufeff${INBOX}`, 'utf16le'), 'text/plain; charset=utf-16')],
    [
      'a calendar answer',
      plain(
        `BEGIN:VCALENDAR\r\nATTENDEE;PARTSTAT=ACCEPTED:mailto:owner.priv\r\n ate@mail.example`,
        'text/calendar; method=REPLY',
      ),
    ],
    ['a part of a multipart', multipart(plain('Hello'), encoded(INBOX))],
    ['a preamble', multipart(plain('Hello')).replace('preamble', INBOX)],
    ['an epilogue', multipart(plain('Hello')).replace('end', INBOX)],
    ['a nested multipart', multipart(multipart(encoded(INBOX)).replaceAll('b1', 'b2'))],
    ['an attached message', multipart(`Content-Type: message/rfc822\r\n\r\nTo: x\r\n${encoded(INBOX)}`)],
    [
      'the header of an attached message',
      multipart(`Content-Type: message/rfc822\r\n\r\nDelivered-To: ${INBOX}\r\n\r\nHello`),
    ],
    ['a file name', multipart(`Content-Type: image/png; name="${INBOX}.png"\r\n\r\nHello`)],
    [
      'a file name of RFC 2231',
      multipart("Content-Type: image/png; name*=utf-8''owner.private%40mail.example.png\r\n\r\nHello"),
    ],
    [
      'a file name in pieces',
      multipart('Content-Type: image/png;\r\n name*0="owner.private@";\r\n name*1="mail.example"\r\n\r\nHello'),
    ],
    ['a subject', `Subject: =?utf-8?q?owner=2Eprivate=40mail.example?=\r\n\r\nHello`],
    ['the certificate of a signature', multipart(encoded(`\x01\x02${INBOX}\x03`, 'application/pkcs7-signature'))],
    [
      'a certificate whose next field begins with the digit 0',
      multipart(encoded(`\x16\x1aOwner.Private@mail.example0\x82`, 'application/pkcs7-signature')),
    ],
    ['a key of OpenPGP in ASCII armor', plain(armored(`\xb4\x20Owner <${INBOX}>\x89`), 'application/pgp-keys')],
    ['an armored key in base64', encoded(armored(`\xb4\x20Owner <${INBOX}>\x89`), 'application/octet-stream')],
    ['an armored key below more than a window of it', plain(armored(`${'x'.repeat(200_003)}<${INBOX}>`))],
    [
      'a data link',
      plain(`<img src="data:image/svg+xml;base64,${base64(`${'x'.repeat(100_000)}${INBOX}`)}">`, 'text/html'),
    ],
    ['another tag', plain('On Friday owner.private+shop@mail.example wrote:')],
    ['another tag in a link', plain('<a href="mailto:owner.private%2Bshop%40mail.example">me</a>', 'text/html')],
    ['an address that a line end breaks up', plain('write to owner.private@\r\nmail.example, please')],
    ['an address that a quoted line end breaks up', plain('> > owner.private@mail. \r\n> > example\r\n')],
    ['another tag in a header', `Subject: owner.private+x@mail.example\r\n\r\nHello`],
    ['another tag in a certificate', multipart(encoded('\x01owner.private+x@mail.example0', 'application/pkcs7-mime'))],
    ['a TNEF file', multipart(encoded(Buffer.from(INBOX, 'utf16le'), 'application/ms-tnef'))],
  ])('finds an inbox address in %s', async (_where, message) => {
    expect(await mentionIn(message)).toBe('found');
    expect(await mentionIn(message, 1)).toBe('found');
    expect(await mentionIn(message, 77)).toBe('found');
  });

  it.each([
    ['maryjane@gmail.com', 'found'],
    ['mary.jane@gmail.com', 'found'],
    ['m.aryjan.e+x@GoogleMail.com', 'found'],
    ['mary.jane@googlemail.com', 'found'],
    ['mary.janet@gmail.com', 'none'],
    ['mary.jane@gmail.com.example', 'found'],
    ['rosemary.jane@gmail.com', 'none'],
    ['maryjane@gmail.example', 'none'],
    ['secretbeta+x@box2.test', 'found'],
    ['secretbeta@box2.test', 'found'],
    ['secret.beta@box2.test', 'none'],
    ['anna@xn--bcher-kva.example', 'found'],
    ['anna@bücher.example', 'found'],
  ])('recognises all forms of an inbox: %s', async (written, expected) => {
    const inboxes = ['mary.jane+np@gmail.com', 'secretbeta+own@box2.test', 'anna@bücher.example'];
    const find = (message: string) => {
      const [head = '', body = ''] = message.split('\r\n\r\n');
      return findMention(new AddressSearch(inboxes), Buffer.from(`${head}\r\n\r\n`), [Buffer.from(body)]);
    };
    expect(await find(plain(`On Friday, Mary <${written}> wrote:`))).toBe(expected);
    expect(await find(encoded(`> From: ${written}`, 'text/html; charset=utf-8'))).toBe(expected);
    expect(await find(`X-Note: ${written}\r\n\r\nHello`)).toBe(expected);
  });

  it.each<[string, string]>([
    ['a text without the address', plain('Hello, @mail.example and owner.private')],
    ['a longer local part', plain('co-aowner.private@mail.example')],
    ['a longer domain', plain('owner.private@mail.examples, owner.private@mail.example-two')],
    ['an armored key of someone else', plain(armored('\xb4\x20Carol <carol@other.example>\x89'))],
    ['an image', multipart(plain('Hello'), encoded(Buffer.alloc(300_000, 7), 'image/png'))],
    ['a line that looks like a delimiter', multipart(plain('--b1x\r\n--\r\n-- b1'))],
  ])('does not find an inbox address in %s', async (_where, message) => {
    expect(await mentionIn(message)).toBe('none');
    expect(await mentionIn(message, 1)).toBe('none');
  });

  it.each<[string, string]>([
    [
      'an unknown transfer encoding',
      plain('Hello').replace('\r\n\r\n', '\r\nContent-Transfer-Encoding: x-uuencode\r\n\r\n'),
    ],
    ['an unknown charset', plain('Hello', 'text/plain; charset=utf-7')],
    ['a multipart without boundary', plain('Hello', 'multipart/mixed')],
    ['a multipart whose boundary does not occur', plain('--other\r\n\r\nHello', 'multipart/mixed; boundary=b1')],
    ['a boundary in pieces', plain('Hello', 'multipart/mixed; boundary*0=b; boundary*1=1')],
    ['an attached message in base64', multipart(encoded('To: x', 'message/rfc822'))],
    [
      'twenty-one levels',
      Array.from(
        { length: 21 },
        (_, at) => `Content-Type: multipart/mixed; boundary=l${at}x\r\n\r\n--l${at}x\r\n`,
      ).join(''),
    ],
    ['a thousand parts', multipart(...Array.from({ length: 1001 }, () => plain('a')))],
    ['a part whose header does not end', multipart(`X-Long: ${'a'.repeat(70_000)}\r\n`)],
  ])('calls %s unreadable', async (_what, message) => {
    expect(await mentionIn(message)).toBe('unreadable');
    expect(await mentionIn(message, 977)).toBe('unreadable');
  });
});
