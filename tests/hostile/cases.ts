import { generateKeyPairSync } from 'node:crypto';
import { createAuthenticator } from '../../mail/authenticate/authenticate.ts';
import { hasOneAuthor, readFromField } from '../../mail/authenticate/from-field.ts';
import { createSpf } from '../../mail/authenticate/spf.ts';
import { composeDsn } from '../../mail/dsn/dsn.ts';
import { readDsn } from '../../mail/dsn/read-dsn.ts';
import { rejectLoops } from '../../mail/filter/loops.ts';
import type { Resolver } from '../../mail/host/resolver.ts';
import { fields, fieldValue, headerEnd, signableFields } from '../../mail/message/header.ts';
import { bodyFromBuffer } from '../../mail/message/message.ts';
import { arcSealFields } from '../../mail/rewrite/arc-seal.ts';
import { rewriteFrom } from '../../mail/rewrite/from.ts';
import { mailDate } from '../../mail/rewrite/received.ts';
import { stripForgedHeaders } from '../../mail/rewrite/strip-forged-headers.ts';
import { findCommandError, parseEnvelope } from '../../mail/smtp-in/commands.ts';
import { classifyReply, isThrottled } from '../../mail/smtp-out/client/classify-reply.ts';
import { enhancedCodeOf, type Reply, ReplyReader, shortLine } from '../../mail/smtp-out/client/reply.ts';
import { coversHost, parsePolicy, policyId } from '../../mail/smtp-out/policy/mta-sts-policy.ts';
import { readCertificateChain } from '../../server/payments/paypal/webhook-certificates.ts';
import { reachesGifTrailer } from '../../server/uploads/gif-trailer.ts';
import type { HostileCase } from '../support/parsers/linear-time.ts';

/** Longer than any of our limits: time that grows with the square would be minutes. */
const LONG = 1_500_000;
/** The longest header that is taken. */
const HEAD = 250_000;
/** The longest reply line and TXT answer that come through. */
const LINE = 4000;
const RECORD = 60_000;

/** What parsers stumble over, repeated. */
const PUMPS = [
  ...[' ', '\t', 'a', '0', '.', '-', '=', ':', ';', ',', '"', '\\', '(', ')', '<', '>', '@', '%', '*', '\0', 'é'],
  ...[
    '\r',
    '\n',
    '\r\n',
    '\r\n ',
    ' \t',
    'a ',
    'a:',
    'a: \r\n',
    'a\r\n',
    ';a=',
    '; ',
    'a;',
    '.a',
    'a.',
    '-a',
    '()',
    '(a',
    '\\"',
  ],
  ...[
    'a@b.test, ',
    '<a@b.test>',
    '=?utf-8?q?a?= ',
    '=?',
    '"a" ',
    'a:;',
    'ip ',
    'block ip ',
    '\u2028',
    '%{i}',
    'i=1; ',
    'exceeded its ',
  ],
];

const repeat = (pump: string, length: number) => pump.repeat(Math.ceil(length / pump.length));
const named = (text: string) => JSON.stringify(text);

/** One case for each pump, all in one name so that a test stays one line. */
function pumped(parser: string, length: number, run: (text: string) => unknown): HostileCase {
  return {
    name: parser,
    async run() {
      for (const pump of PUMPS) await run(repeat(pump, length));
    },
  };
}

/** A header whose field `name` is as long as a header can be, in every shape. */
function inHeader(parser: string, name: string, prefix: string, run: (head: Buffer) => unknown): HostileCase {
  return pumped(`${parser}: ${name}: ${prefix}...`, HEAD, (text) => {
    // Line ends inside the value only as folds: a bare one is refused before anything reads the header.
    const value = text.replaceAll(/\r\n ?|\r|\n/g, '\r\n ');
    return run(Buffer.from(`${name}: ${prefix}${value}\r\nFrom: a@b.test\r\nX: y\r\n\r\n`).subarray(0, 256 * 1024));
  });
}

const { privateKey } = generateKeyPairSync('ed25519');
const sealing = {
  domain: 'b.test',
  key: { selector: 's', privateKey },
  at: new Date(0),
  results: 'b.test; none',
  chain: {
    verdict: { result: 'none', sealer: '', trusted: false },
    info: '',
    sets: [],
    unknown: false,
    promising: false,
  },
  bodyHash: 'AAAA',
} as const;

/** A DNS in which each TXT question is answered with the text, whatever the name. */
function answering(text: string): Resolver {
  const parts = text.match(/[\s\S]{1,255}/gu) ?? [];
  return {
    async resolve(_name: string, type: string) {
      if (type === 'TXT') return [parts];
      throw Object.assign(new Error('none'), { code: 'ENODATA' });
    },
  } as Resolver;
}

async function authenticate(head: Buffer, dns = ''): Promise<void> {
  const check = createAuthenticator({
    resolver: answering(dns),
    hostname: 'mx.b.test',
    trustedSealers: [],
    clock: { now: () => new Date(0) },
  });
  const message = { head, body: bodyFromBuffer(head), discard: async () => {} };
  await check(message, readFromField(head), { from: 'a@b.test', client: { address: '192.0.2.1', helo: 'a.test' } });
}

function read(bytes: Buffer): void {
  try {
    new ReplyReader().read(bytes);
  } catch (error) {
    if ((error as Error).name !== 'MalformedReply') throw error;
  }
}

function refusing(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    if ((error as Error).name !== 'Refusal' && (error as Error).constructor.name !== 'Refusal') throw error;
  }
}

const replyOf = (text: string): Reply => ({ code: 550, text: shortLine(text), lines: [text] });
const SIGNATURE = 'v=1; a=rsa-sha256; d=b.test; s=s; h=from; bh=AAAA; b=AAAA; ';

export const CASES: HostileCase[] = [
  pumped('MTA-STS policy', LONG, parsePolicy),
  pumped('MTA-STS policy, field', LONG, (text) => parsePolicy(`version: STSv1\nmode${text}\rx: enforce\n`)),
  pumped('MTA-STS policy, value', LONG, (text) => parsePolicy(`version: STSv1\na:${text}\rx\n`)),
  pumped('MTA-STS policy, server names', LONG, (text) =>
    parsePolicy(`version: STSv1\nmode: enforce\nmax_age: 1\nmx: ${text}!\n`),
  ),
  pumped('MTA-STS record', LONG, (text) => policyId([[`v=STSv1;${text}`], [text]])),
  pumped('MTA-STS record, blanks', LONG, (text) => policyId([[`v=STSv1${text}`]])),
  pumped('MTA-STS server name', LONG, (text) =>
    coversHost({ mode: 'enforce', mx: ['*.b.test', text], maxAge: 1 }, text),
  ),
  pumped('SMTP reply', LONG, (text) => read(Buffer.from(text))),
  pumped('SMTP reply, text', LINE, (text) => read(Buffer.from(`550-${text}\r\n550 ${text}\r\n`))),
  pumped('SMTP reply on one line', LONG, shortLine),
  pumped('SMTP reply, enhanced code', LONG, (text) => enhancedCodeOf({ code: 550, text: '', lines: [text] }, '')),
  pumped('SMTP reply, what it is about', LONG, (text) => [
    classifyReply(replyOf(text)),
    isThrottled({ ...replyOf(text), code: 421 }),
  ]),
  pumped('SMTP command', LONG, (text) => [
    parseEnvelope(Buffer.from(`MAIL FROM:<${text}`)),
    parseEnvelope(Buffer.from(`RCPT TO:<a@b.test>${text}`)),
    findCommandError('MAIL', Buffer.from(`MAIL FROM:<@a,${text}`)),
    findCommandError('DATA', Buffer.from(`DATA ${text}`)),
  ]),
  pumped('header fields', 2 * LONG, (text) => {
    const head = Buffer.from(text);
    return [fields(head).length, signableFields(head).length, headerEnd(head), hasOneAuthor(head)];
  }),
  pumped('header field, value', LONG, (text) => {
    const head = Buffer.from(`A: ${text}`);
    return fieldValue(head, { name: 'a', start: 0, end: head.length });
  }),
  pumped('author', HEAD, (text) =>
    readFromField(Buffer.from(`From: ${text.replaceAll(/\r\n ?|\r|\n/g, '\r\n ')}\r\n\r\n`)),
  ),
  pumped('author, in angles', HEAD, (text) =>
    readFromField(Buffer.from(`From: a <${text.replaceAll(/\r\n ?|\r|\n/g, '\r\n ')}\r\n\r\n`)),
  ),
  pumped('author rewritten', HEAD, (text) => {
    const head = Buffer.from(`From: a@b.test\r\nX: y\r\n\r\n`);
    return rewriteFrom(head, { value: text, name: text, addresses: [text] }, 'a@b.test', 'a');
  }),
  pumped('returned mail', HEAD, (text) => readDsn(Buffer.from(text), 'b.test')),
  pumped('returned mail, report', HEAD, (text) =>
    readDsn(
      Buffer.from(
        `Content-Type: multipart/report; report-type${text}\r\n\r\nstatus:${text}\r\naction:${text}\r\n${text}`,
      ),
      'b.test',
    ),
  ),
  pumped('returned mail, delivery status', HEAD, (text) =>
    readDsn(
      Buffer.from(
        `Content-Type: multipart/report; report-type=delivery-status\r\n\r\nstatus:${text}\r\naction:${text}\r\n` +
          `diagnostic-code:${text}\r\ndiagnostic-code: smtp;${text}\r\n${text}`,
      ),
      'b.test',
    ),
  ),
  pumped('failure notice', HEAD, (text) =>
    composeDsn({
      ...{ id: 'i', domain: 'b.test', hostname: 'b.test', to: 'a@b.test', recipient: 'a@b.test', enhanced: '5.0.0' },
      ...{ reason: 'r', head: Buffer.from(text), at: new Date(0), date: mailDate },
    }),
  ),
  inHeader('loops', 'Received', '', (head) => refusing(() => rejectLoops(head, 'b.test', ['a@b.test']))),
  inHeader('loops', 'Received', 'by b.test for ', (head) => refusing(() => rejectLoops(head, 'b.test', ['a@b.test']))),
  inHeader('forged results', 'Authentication-Results', '', (head) => stripForgedHeaders(head, ['b.test'])),
  inHeader('forged results', 'Authentication-Results', '"', (head) => stripForgedHeaders(head, ['b.test'])),
  inHeader('seal', 'ARC-Seal', 'i=1;', (head) => arcSealFields(head, sealing as never)),
  inHeader('seal', 'ARC-Seal', 'i', (head) => arcSealFields(head, sealing as never)),
  inHeader('seal', 'Subject', '', (head) => arcSealFields(head, sealing as never)),
  ...['DKIM-Signature', 'ARC-Seal', 'ARC-Message-Signature', 'ARC-Authentication-Results'].flatMap((name) =>
    ['', 'i=1; ', SIGNATURE, `i=1; ${SIGNATURE}h=`].map((prefix) =>
      inHeader('authentication', name, prefix, authenticate),
    ),
  ),
  // Beneath the length above which a signature is not looked at.
  ...['DKIM-Signature', 'ARC-Seal', 'ARC-Authentication-Results'].map((name) =>
    pumped(`authentication: many short ${name}`, 15_000, (text) => {
      const value = text.replaceAll(/\r\n ?|\r|\n/g, '\r\n ');
      const field = `${name}: i=1; ${SIGNATURE}${value}\r\n`;
      return authenticate(Buffer.from(`${field.repeat(15)}From: a@b.test\r\n\r\n`));
    }),
  ),
  ...['v=spf1 ', 'v=spf1 exists:', 'v=spf1 include:%{', 'v=DMARC1; ', 'v=DMARC1; p=', 'v=DKIM1; p=', 'v=DKIM1; '].map(
    (prefix) =>
      pumped(`DNS answer: ${prefix}...`, RECORD, (text) =>
        authenticate(Buffer.from(`DKIM-Signature: ${SIGNATURE}\r\nFrom: a@b.test\r\n\r\n`), prefix + text),
      ),
  ),
  pumped('SPF with a hostile greeting', LINE, async (text) => {
    const questions = {
      resolve: answering('v=spf1 exists:%{h} a:%{d} -all').resolve,
      unanswered: new Set<string>(),
      end() {},
    };
    await createSpf('b.test')({ address: '192.0.2.1', helo: text }, '', questions as never);
  }),
  pumped("certificate of PayPal's", LONG, (text) => readCertificateChain(`-----BEGIN CERTIFICATE-----${text}`)),
  pumped("certificates of PayPal's", LONG, (text) =>
    readCertificateChain(`${text}${'-----BEGIN CERTIFICATE-----a'.repeat(50_000)}`),
  ),
  pumped('GIF', LONG, (text) => reachesGifTrailer(Buffer.from(`GIF89a${'\0'.repeat(7)}!${text}`))),
];

// A name that stands twice would run one of the two twice.
const names = CASES.map(({ name }) => name);
const twice = names.filter((name, at) => names.indexOf(name) !== at);
if (twice.length > 0) throw new Error(`Named twice: ${twice.map(named).join(', ')}`);
