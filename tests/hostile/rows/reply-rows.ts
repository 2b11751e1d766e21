import { AddressSearch } from '../../../mail/reply/inbox-mentions.ts';
import { bytewise, inChunks, rowsOf, text } from '../row.ts';

/** Mail from an owner's inbox to a reply address has at most 25 MB. Much shorter mail already shows linear time. */
const MESSAGE = 2 * 1024 * 1024;
const author = { value: 'a@b.test', name: 'a', addresses: ['a@b.test'] };
const limits = { depth: 20, parts: 1000, header: 64 * 1024, isStrict: true };
const ignore = { write: () => {}, end: () => {} };
const ADDRESS_FIELDS = ['{}', 'From: a@b.test\r\nTo: {}\r\n\r\n', 'Reply-To: {}\r\n\r\n', 'References: {}\r\n\r\n'];
const tokens = { get: async () => null, put: async () => {} };
const ids = { domain: 'b.test', secrets: ['s'], tokens, clock: () => new Date(0) };

const MULTIPART = [
  'Content-Type: multipart/mixed; boundary=a\r\n\r\n|{}',
  'Content-Type: multipart/mixed; boundary=zz\r\n\r\n|--zz\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n{}\r\n--zz--\r\n',
  'Content-Type: multipart/mixed; boundary="{}"\r\n\r\n|--a',
  'Content-Type: text/html\r\n\r\n|{}',
  'Content-Type: text/calendar\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n|{}',
  'Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\n|{}',
  '{}\r\n\r\n|a',
];
const split = (given: string) => given.split('|', 2).map((one) => Buffer.from(one)) as [Buffer, Buffer];

export const REPLY_ROWS = [
  ...rowsOf(
    'mail/message/mime/mime-splitter.ts',
    'mime',
    {
      'MimeSplitter.constructor': (Splitter, given) => new Splitter(split(given)[0], limits, () => ignore),
      'MimeSplitter.write': (Splitter, given) => {
        const [head, body] = split(given);
        let splitter = new Splitter(head, limits, () => ignore);
        inChunks(body.toString(), (start, chunk) => {
          if (start) splitter = new Splitter(head, limits, () => ignore);
          splitter.write(chunk);
        });
      },
      'MimeSplitter.end': (Splitter, given) => {
        const [head, body] = split(given);
        const splitter = new Splitter(head, limits, () => ignore);
        splitter.write(body);
        splitter.end();
      },
    },
    { limit: MESSAGE, frames: MULTIPART },
  ),
  ...rowsOf('mail/message/mime/mime-splitter.ts', 'mime', {
    mediaType: (read, given) => read(Buffer.from(`Content-Type: ${given}\r\n\r\n`)),
    contentTypeParameter: (read, given) => read(Buffer.from(`Content-Type: ${given}\r\n\r\n`), 'boundary'),
  }),
  ...rowsOf(
    'mail/reply/inbox-mentions.ts',
    'mime',
    {
      findMention: (find, given) => {
        const [head, body] = split(given);
        return find(new AddressSearch(['owner@inbox.test']), head, [body]);
      },
    },
    { limit: MESSAGE, frames: MULTIPART },
  ),
  ...rowsOf('mail/submission/thread-memory.ts', 'address', {
    namesOrigin: (f, given) => f(`<a@${given}>`, { inboxes: [`a@${given}`], helo: given }),
    createThreadMemory: (create, given) =>
      create(
        { senderTokens: tokens, clock: () => new Date(0), log: ignore },
        { domain: 'b.test', hostname: 'mx.b.test' },
      ).replacements(
        Buffer.from(`References: ${given}\r\n\r\n`),
        'a',
        { inboxes: ['a@c.test'], helo: 'h.test' },
        () => 'x',
      ),
  }),
  // The repeated parts in the pattern of an inbox: dots, tags and the first letters of the address.
  ...rowsOf(
    'mail/reply/inbox-mentions.ts',
    'address',
    {
      'AddressSearch.isIn': (Search, given) => new Search(['aa.aa+b@gmail.com', '+.@x.test']).isIn(`@${given}`),
      'AddressSearch.isInBytes': (Search, given) => new Search(['aa.aa+b@gmail.com']).isInBytes(`@${given}`),
    },
    { limit: MESSAGE, frames: ['{}', 'aa{}', 'a.a+{}', 'aaaa+aaaa+{}'] },
  ),
  ...rowsOf('mail/reply/inbox-mentions.ts', 'html', {
    'AddressSearch.constructor': (Search, given) => new Search([given]),
    'AddressSearch.isIn': (Search, given) => new Search(['owner@inbox.test']).isIn(`@${given}`, true),
    'AddressSearch.isInBytes': (Search, given) => new Search(['owner@inbox.test']).isInBytes(`@${given}`),
  }),
  ...rowsOf('mail/reply/armored-text.ts', 'token', { decodedRuns: (find, given) => Array.from(find(given, true)) }),
  ...rowsOf('mail/message/mime/transfer-decoding.ts', 'mime', {
    transferDecoder: (decoder, given) => {
      for (const encoding of ['base64', 'quoted-printable']) {
        decoder(encoding)(given, true);
        const decode = decoder(encoding);
        for (const byte of bytewise(given)) decode(byte.toString('latin1'), false);
        decode('', true);
      }
    },
  }),
  ...rowsOf(
    'mail/reply/message-ids.ts',
    'mime',
    {
      'MessageIds.originalIdsIn': (Ids, given) => new Ids(ids).originalIdsIn(Buffer.from(given), 'a'),
      'MessageIds.ownIdsIn': (Ids, given) => new Ids(ids).ownIdsIn(Buffer.from(given), 'a'),
    },
    { frames: ['References: {}\r\n\r\n', 'Message-ID: {}\r\n\r\n', 'In-Reply-To: {}\r\n\r\n', '{}'] },
  ),
  ...rowsOf(
    'mail/reply/reply-header.ts',
    'mime',
    {
      namedPeople: (f, given) => f(Buffer.from(given), author, () => false),
      replyHeader: (f, given) =>
        f(Buffer.from(given), {
          domain: 'b.test',
          isVouched: true,
          ids: new Map([['<a>', '<b>']]),
          people: { author: { address: 'a@b.test', name: given }, replyTo: [], all: new Map() },
          locals: new Map([['a@b.test', 'r']]),
        }),
    },
    { frames: [...ADDRESS_FIELDS, 'List-Unsubscribe: mailto:{}\r\n\r\n'] },
  ),
  ...rowsOf('mail/reply/reply-header.ts', 'address', {
    contactName: text,
    withIds: (f, given) => f(given, new Map([['<a>', '<b>']])),
  }),
  ...rowsOf('mail/message/same-inbox.ts', 'address', {
    isSameInbox: (f, given) => f(`${given}@gmail.com`, given),
    showsInbox: (f, given) => f(`${given}@gmail.com`, given),
    domainsOf: text,
    inboxPattern: (f, given) => new RegExp(f(`${given.slice(0, 500)}@gmail.com`), 'u').test(given),
  }),
  ...rowsOf(
    'mail/reply/sent-header.ts',
    'mime',
    {
      visibleRecipients: (f, given) => f(Buffer.from(given)),
      sentHeader: (f, given) =>
        f(Buffer.from(given), {
          target: { handleAddress: 'a@b.test', handleName: given },
          to: [{ address: 'c@d.test', name: given }],
          cc: [],
          contacts: new Map(),
          isOwn: () => false,
          messageId: '<a@b.test>',
          ids: new Map([['<a>', '<b>']]),
        }),
    },
    { frames: [...ADDRESS_FIELDS, 'Subject: {}\r\n\r\n', 'Content-Type: {}\r\n\r\n'] },
  ),
];
