import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { MalformedResponse } from '../../../mail/smtp-in/submission/sasl.ts';
import { bytes, bytewise, inChunks, type Run, rowsOf, text } from '../row.ts';

const memory = (maxBytes: number) => ({ used: 0, maxBytes });
const spooling = (maxBytes: number) => ({
  memory: memory(maxBytes),
  id: randomUUID(),
  size: 1024 * 1024,
  memoryLimit: 256 * 1024,
  spoolFolder: tmpdir(),
});
/** An SMTP client that sends one byte at a time, while other messages use all memory (-1 leaves no memory). */
const collect: Run = async (collectMessage, given) => {
  for (const budget of [-1, 1024 * 1024]) {
    for (const chunks of [bytewise(given), [Buffer.from(given)]]) {
      const message = await collectMessage(streamed(chunks), spooling(budget)).catch(() => null);
      await message?.discard();
    }
  }
};

async function* streamed(chunks: Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

/** Writes to the parser of SMTP as a client does, which may put many commands into one chunk. */
const write: Run = async (Parser, given) => {
  for (const isMessage of [false, true]) {
    const parser = new Parser({ onCommand: async () => {}, onBadLine: () => parser.close() }, undefined);
    if (isMessage) parser.readMessage((stream: { discard(): Promise<void> }) => stream.discard());
    const whole = Buffer.from(given);
    await new Promise((done) => parser._write(whole, 'buffer', done));
  }
};

const inField = (name: string, prefix = '') => `${name}: ${prefix}{}\r\nFrom: a@b.test\r\nX: y\r\n\r\n`;
const HEAD = 256 * 1024;

export const RECEIVING_ROWS = [
  ...rowsOf(
    'mail/smtp-in/commands.ts',
    'smtp',
    {
      parseEnvelope: bytes,
      verbOf: bytes,
      commandNameOf: (f, given) => f(Buffer.from(given), false),
      findCommandError: (find, given) => [find('MAIL', Buffer.from(given)), find('DATA', Buffer.from(given))],
      findParameterError: (find, given) => find({ address: 'a@b.test', parameters: { AUTH: given, SIZE: given } }),
    },
    { frames: ['MAIL FROM:<{}', 'RCPT TO:<a@b.test>{}', 'MAIL FROM:<@a,{}', '{}'] },
  ),
  ...rowsOf('mail/smtp-in/submission/sasl.ts', 'token', {
    respond: (answer, given) => {
      for (const line of [given, Buffer.from(given).toString('base64')]) {
        for (const exchange of [{ mechanism: 'PLAIN' }, { mechanism: 'LOGIN', user: null }]) {
          try {
            answer(exchange, line);
          } catch (error) {
            if (!(error instanceof MalformedResponse)) throw error;
          }
        }
      }
    },
  }),
  ...rowsOf(
    'mail/smtp-in/submission/remote-address.ts',
    'address',
    { remoteAddress: (f, given) => f(given, 'a.test') },
    { frames: ['{}@b.test', '"{}"@b.test', 'a@{}'] },
  ),
  ...rowsOf('mail/smtp-in/line-endings.ts', 'smtp', {
    'LineEndingCheck.update': (Check, given) => {
      let check = new Check();
      inChunks(given, (start, chunk) => {
        if (start) check = new Check();
        check.update(chunk);
      });
    },
    'BareLfDetector.update': (Detector, given) => {
      let detector = new Detector();
      inChunks(given, (start, chunk) => {
        if (start) detector = new Detector();
        detector.update(chunk);
      });
    },
  }),
  ...rowsOf('mail/smtp-in/parser.ts', 'smtp', { 'Parser._write': write }),
  ...rowsOf(
    'mail/smtp-in/spool.ts',
    'smtp',
    { collectMessage: collect },
    { frames: ['a: b\r\n{}', '\r\n{}'], isStreamed: true },
  ),
  ...rowsOf(
    'mail/smtp-in/checks/client-network.ts',
    'address',
    {
      networkOf: text,
      neighbourhoodOf: text,
      groupsOf: text,
      clientAddressOf: (f, given) => f({ remoteAddress: given }),
    },
    { limit: 64 },
  ),
  ...rowsOf(
    'mail/smtp-in/checks/recipient.ts',
    'address',
    {
      unquote: text,
      decideRecipient: (decide, given) =>
        decide(given, '', {
          settings: { domain: 'b.test', systemSender: 'a@b.test' },
          directory: { resolve: async () => ({ kind: 'drop', key: 'a' }) },
          contacts: { find: async () => null },
          readReturnAddress: async () => null,
        }),
    },
    { frames: ['{}@b.test', '"{}"@b.test'] },
  ),
  ...rowsOf(
    'mail/authenticate/from-field.ts',
    'mime',
    { readFromField: bytes },
    {
      limit: HEAD,
      frames: [inField('From'), 'From: a <{}\r\n\r\n', '{}'],
    },
  ),
  ...rowsOf(
    'mail/authenticate/mailing-list.ts',
    'mime',
    {
      signedList: (f, given) => f(Buffer.from(given), ['b.test']),
    },
    { limit: HEAD, frames: [inField('List-Id'), '{}'] },
  ),
  // The longest List-Id that is read.
  ...rowsOf(
    'mail/authenticate/mailing-list.ts',
    'address',
    { allowsList: (f, given) => f(new Set(['b.test']), given) },
    { limit: 255 },
  ),
  ...rowsOf(
    'mail/forward/expand-recipients.ts',
    'address',
    {
      blocksSender: (f, given) => f({ blocked: new Set(['@b.test']) }, given),
    },
    { limit: HEAD, frames: ['a@{}', '{}@b.test'] },
  ),
  ...rowsOf(
    'mail/filter/loops.ts',
    'mime',
    {
      rejectLoops: (f, given) => f(Buffer.from(given), 'b.test', ['a@b.test']),
      rejectResubmitted: (f, given) => f(Buffer.from(given), 'b.test'),
    },
    { limit: HEAD, frames: [inField('Received'), inField('Received', 'by b.test for '), '{}'] },
  ),
  ...rowsOf(
    'mail/rewrite/from.ts',
    'mime',
    {
      rewriteFrom: (f, given) =>
        f(Buffer.from(given), { value: given, name: given, addresses: [given] }, 'a@b.test', 'a'),
    },
    { limit: HEAD, frames: ['From: {}\r\n\r\n', '{}'] },
  ),
  ...rowsOf(
    'mail/rewrite/strip-forged-headers.ts',
    'mime',
    {
      stripForgedHeaders: (f, given) => f(Buffer.from(given), ['b.test']),
    },
    { limit: HEAD, frames: [inField('Authentication-Results'), inField('Authentication-Results', '"'), '{}'] },
  ),
  ...rowsOf(
    'mail/rewrite/authentication-results.ts',
    'mime',
    {
      forgedAuthenticationResults: (f, given) => f(Buffer.from(given), ['b.test']),
      authenticationResultsValue: (f, given) => f('b.test', given),
    },
    { limit: HEAD, frames: [inField('Authentication-Results'), '{}'] },
  ),
  ...rowsOf('mail/rewrite/forwarded-to.ts', 'smtp', { forwardedToLine: (f, given) => f(`${given}@b.test`) }),
  ...rowsOf('mail/rewrite/dmarc-failure-header.ts', 'text', { dmarcFailureHeader: text }),
  ...rowsOf('mail/rewrite/received.ts', 'smtp', {
    receivedLine: (f, given) =>
      f({
        helo: given,
        address: '192.0.2.1',
        protocol: 'SMTP',
        by: 'b.test',
        id: 'i',
        recipient: given,
        at: new Date(0),
      }),
  }),
  ...rowsOf(
    'mail/rewrite/missing-fields.ts',
    'mime',
    {
      missingFields: (f, given) => f(Buffer.from(given), { date: 'd', messageId: 'm' }),
    },
    { limit: HEAD },
  ),
  ...rowsOf(
    'mail/rewrite/signature.ts',
    'mime',
    {
      relaxedLine: text,
      relaxedField: (f, given) => f('a', given),
      coverFields: (f, given) => f(Buffer.from(given), ['from', 'to', 'subject', 'a'], true),
    },
    { limit: HEAD, frames: ['{}', 'a: {}\r\n'] },
  ),
  ...rowsOf(
    'mail/rewrite/srs.ts',
    'token',
    {
      'Srs.read': (Srs, given) => new Srs(RETURNING).read(given),
      'Srs.write': (Srs, given) => new Srs(RETURNING).write({ sender: given, recipient: 'a' }),
    },
    { frames: ['srs0={}', 'via-{}', 'a@{}'] },
  ),
  ...rowsOf(
    'mail/submission/own-address.ts',
    'mime',
    {
      checkAuthors: (f, given) => f(Buffer.from(given), ['a@b.test'], 'a@b.test'),
      isSenderRedundant: bytes,
      isOwnAddress: (f, given) => f(given, 'a@b.test'),
    },
    {
      limit: HEAD,
      frames: ['From', 'Sender', 'Resent-From'].flatMap((name) =>
        ['', '"', '(', '<'].map((prefix) => inField(name, prefix)),
      ),
    },
  ),
  ...rowsOf(
    'mail/submission/outgoing-header.ts',
    'mime',
    {
      outgoingHeader: (f, given) =>
        f(Buffer.from(given), {
          domain: 'b.test',
          hostname: 'mx.b.test',
          id: 'i',
          protocol: 'ESMTPSA',
          date: 'd',
          hidden: ['a+b@b.test'],
          client: { address: '192.0.2.1', helo: 'a.test' },
          alias: () => 'x',
          threadIds: new Map([['<a@b.test>', '<x@mx.b.test>']]),
        }),
    },
    {
      limit: HEAD,
      frames: [
        'From: a@b.test\r\n{}',
        ...['Message-ID', 'Reply-To', 'Sender'].flatMap((name) =>
          ['', '<a', 'a+'].map((prefix) => inField(name, prefix)),
        ),
      ],
    },
  ),
  ...rowsOf(
    'mail/dsn/dsn.ts',
    'mime',
    {
      composeDsn: (f, given) =>
        f({
          id: 'i',
          domain: 'b.test',
          hostname: 'b.test',
          to: 'a@b.test',
          recipients: ['a@b.test'],
          enhanced: '5.0.0',
          reason: 'r',
          diagnosis: { reply: { host: given.slice(0, 300), text: given } },
          head: Buffer.from(given),
          at: new Date(0),
        }),
    },
    { limit: HEAD },
  ),
];

const RETURNING = {
  domain: 'b.test',
  secrets: ['s'],
  clock: () => new Date(0),
  tokens: { get: async () => null, put: async () => {} },
};
