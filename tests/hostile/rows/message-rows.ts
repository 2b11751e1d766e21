import { all, bytes, bytewise, inChunks, rowsOf, text } from '../row.ts';

/** A header field must be found before it can be read. */
const field = (head: Buffer, name: string) => ({ name, start: 0, end: head.length });

export const MESSAGE_ROWS = [
  ...rowsOf('mail/message/header.ts', 'mime', {
    fields: bytes,
    headerEnd: bytes,
    signableFields: bytes,
    firstValue: (read, given) => read(Buffer.from(given), 'subject'),
    fieldValue: (read, given) => {
      const head = Buffer.from(`a: ${given}`);
      return read(head, field(head, 'a'));
    },
  }),
  ...rowsOf('mail/message/mailbox.ts', 'address', {
    decodeEncodedWords: (read, given) => read(`=?${given}`),
    subjectOf: (read, given) => read(Buffer.from(`Subject: =?${given}\r\n`)),
    phrase: text,
    literalText: text,
    plainName: text,
    addressField: (write, given) => write('To', [{ address: given, name: given }]),
  }),
  ...rowsOf(
    'mail/message/mailbox.ts',
    'address',
    {
      readMailboxes: (read, given) => {
        const head = Buffer.from(`to: ${given}`);
        return read(head, field(head, 'to'));
      },
    },
    { limit: 16_000, frames: ['{}', '"{}', '<{}', 'a:{}'] },
  ),
  ...rowsOf('mail/message/address.ts', 'address', {
    asciiDomain: text,
    isDotAtom: text,
    isInternational: text,
    normalAddress: (f, given) => f(`a@${given}`),
    splitAddress: text,
    isDomainIn: (f, given) => f(given, [given, 'b.test']),
  }),
  ...rowsOf('mail/message/threads/thread-ids.ts', 'mime', {
    messageIdOf: (f, given) => f(Buffer.from(`Message-ID: ${given}`)),
    threadIds: (f, given) => f(Buffer.from(`References: ${given}`)),
    withThreadIds: (f, given) => f(Buffer.from(given), new Map()),
  }),
  ...rowsOf('mail/message/base32.ts', 'token', { base32: bytes }),
  ...rowsOf('mail/message/body-hash.ts', 'mime', {
    'BodyHash.update': (BodyHash, given) => {
      for (const form of ['simple', 'relaxed']) {
        let hash = new BodyHash(form);
        inChunks(given, (start, chunk) => {
          if (start) hash = new BodyHash(form);
          hash.update(chunk);
        });
      }
    },
    relaxedBodyHash: async (hash, given) => [await hash([Buffer.from(given)]), await hash(bytewise(given))],
  }),
  ...rowsOf('mail/message/message-id.ts', 'token', { timeOfId: text }),
  ...rowsOf('mail/message/delivery-result.ts', 'smtp', {
    diagnosisOf: (f, given) => f({ kind: 'refused', code: 550, enhanced: '5.0.0', text: given, isOurs: true }),
  }),
  ...rowsOf('mail/message/message.ts', 'mime', {
    bodyFromBuffer: bytes,
    readStart: (read, given) => read({ open: () => bytewise(given) }, given.length),
    belowHead: (below, given) => Array.from(below({ head: Buffer.from('a'), body: { chunks: bytewise(given) } })),
    withHead: (replace, given) =>
      replace({ head: Buffer.from('a'), body: { size: given.length, chunks: bytewise(given) } }, Buffer.from(given)),
  }),
  ...rowsOf('mail/message/reply-address.ts', 'address', {
    isReplyAddress: (f, given) => f(given, given),
    isReplyLocal: text,
    replyableAddress: (f, given) => f(`a@${given}`),
  }),
  ...rowsOf('mail/message/address-list.ts', 'address', { addressesIn: all }),
  ...rowsOf('mail/auto-reply/address-list.ts', 'address', {
    isAddressedTo: (f, given) => f(Buffer.from(`To: ${given}\r\nCc: ${given}\r\n\r\n`), 'a', 'b.test'),
    withoutTag: text,
  }),
  ...rowsOf('mail/message/automatic/machine-address.ts', 'address', {
    isMachine: text,
    looksGenerated: (f, given) => f(`${given}@b.test`),
    personalAddress: text,
  }),
  ...rowsOf('mail/message/automatic/automatic-subjects.ts', 'text', {
    isAnswerSubject: text,
    mayBeAutomaticSubject: text,
  }),
  ...rowsOf(
    'mail/message/automatic/automatic-mail.ts',
    'mime',
    { automaticMark: bytes },
    {
      frames: [
        '{}',
        'Precedence: {}\r\n\r\n',
        'Subject: {}\r\n\r\n',
        'Content-Type: {}\r\n\r\n',
        'Auto-Submitted: {}\r\n\r\n',
        'Reply-To: {}\r\n\r\n',
        'X-Spam-Status: {}\r\n\r\n',
      ],
    },
  ),
  ...rowsOf('mail/auto-reply/sender-name.ts', 'address', { cleanSenderName: text }),
  ...rowsOf(
    'mail/auto-reply/should-reply.ts',
    'mime',
    {
      reasonNotToReply: (decide, given) =>
        decide(
          {
            head: Buffer.from(given),
            sender: given,
            marked: false,
            isLocal: true,
            authentication: { dmarc: { result: 'pass' }, spf: { result: 'pass' }, author: { addresses: [given] } },
          },
          { domain: 'b.test', hostname: 'mx.b.test' },
        ),
    },
    { frames: ['{}', 'From: a@b.test\r\nSubject: {}\r\n\r\n', 'From: {}\r\n\r\n', 'Precedence: {}\r\n\r\n'] },
  ),
  ...rowsOf(
    'mail/auto-reply/thread.ts',
    'mime',
    { threadOf: bytes },
    { frames: ['References: {}\r\n\r\n', 'Message-ID: {}\r\n\r\n', '{}', 'Subject: {}\r\n\r\n'] },
  ),
  ...rowsOf('mail/dsn/reply-texts.ts', 'smtp', { publicCode: text, replyText: text }),
  ...rowsOf('mail/bounces/failure-reasons.ts', 'smtp', { failureReason: text, isHardFailure: text }),
];
