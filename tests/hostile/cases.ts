import { generateKeyPairSync } from 'node:crypto';
import { createAuthenticator } from '../../mail/authenticate/authenticate.ts';
import { hasOneAuthor, readFromField } from '../../mail/authenticate/from-field.ts';
import { createSpf } from '../../mail/authenticate/spf.ts';
import { composeDsn } from '../../mail/dsn/dsn.ts';
import { readDsn } from '../../mail/dsn/read-dsn.ts';
import { rejectLoops, rejectResubmitted } from '../../mail/filter/loops.ts';
import type { Resolver } from '../../mail/host/resolver.ts';
import { fields, fieldValue, headerEnd, signableFields } from '../../mail/message/header.ts';
import { bodyFromBuffer } from '../../mail/message/message.ts';
import { SmtpReplyError } from '../../mail/message/smtp-reply-error.ts';
import { mimeParts } from '../../mail/reports/mime-parts.ts';
import { arcSealFields } from '../../mail/rewrite/arc-seal.ts';
import { rewriteFrom } from '../../mail/rewrite/from.ts';
import { mailDate } from '../../mail/rewrite/received.ts';
import { stripForgedHeaders } from '../../mail/rewrite/strip-forged-headers.ts';
import { findCommandError, findParameterError, parseEnvelope } from '../../mail/smtp-in/commands.ts';
import { remoteAddress } from '../../mail/smtp-in/submission/remote-address.ts';
import { MalformedResponse, respond } from '../../mail/smtp-in/submission/sasl.ts';
import { classifyReply, isThrottled } from '../../mail/smtp-out/client/classify-reply.ts';
import { enhancedCodeOf, type Reply, ReplyReader, shortLine } from '../../mail/smtp-out/client/reply.ts';
import { coversHost, parsePolicy, policyId } from '../../mail/smtp-out/policy/mta-sts-policy.ts';
import { outgoingHeader } from '../../mail/submission/outgoing-header.ts';
import { checkAuthors } from '../../mail/submission/own-address.ts';
import { readCertificateChain } from '../../server/payments/paypal/webhook-certificates.ts';
import { reachesGifTrailer } from '../../server/uploads/gif-trailer.ts';
import type { HostileCase } from '../support/parsers/linear-time.ts';
import { firstShort, HEAD, inHeader, LINE, LONG, named, pumped, RECORD } from './pumps.ts';

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

/** A DNS that returns the text for each TXT lookup. */
function dnsWithText(text: string): Resolver {
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
    resolver: dnsWithText(dns),
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

function allowRejection(run: () => unknown, kind: new (...args: never[]) => Error = SmtpReplyError): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof kind)) throw error;
  }
}

function leave(head: Buffer): Buffer {
  return outgoingHeader(head, {
    ...{ domain: 'b.test', hostname: 'mx.b.test', id: 'i', protocol: 'ESMTPSA', date: 'd', hidden: ['a+b@b.test'] },
    client: { address: '192.0.2.1', helo: 'a.test' },
    alias: () => 'x',
  });
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
  pumped('MTA-STS record, whitespace', LONG, (text) => policyId([[`v=STSv1${text}`]])),
  pumped('MTA-STS server name', LONG, (text) =>
    coversHost({ mode: 'enforce', mx: ['*.b.test', text], maxAge: 1 }, text),
  ),
  pumped('SMTP reply', LONG, (text) => read(Buffer.from(text))),
  pumped('SMTP reply, text', LINE, (text) => read(Buffer.from(`550-${text}\r\n550 ${text}\r\n`))),
  pumped('SMTP reply on one line', LONG, shortLine),
  pumped('SMTP reply, enhanced code', LONG, (text) => enhancedCodeOf({ code: 550, text: '', lines: [text] }, '')),
  pumped('SMTP reply, classification', LONG, (text) => [
    classifyReply(replyOf(text)),
    isThrottled({ ...replyOf(text), code: 421 }),
  ]),
  pumped('SMTP command', LONG, (text) => [
    parseEnvelope(Buffer.from(`MAIL FROM:<${text}`)),
    parseEnvelope(Buffer.from(`RCPT TO:<a@b.test>${text}`)),
    findCommandError('MAIL', Buffer.from(`MAIL FROM:<@a,${text}`)),
    findCommandError('DATA', Buffer.from(`DATA ${text}`)),
    findParameterError({ address: 'a@b.test', parameters: { AUTH: text } }),
  ]),
  pumped('AUTH', LONG, (text) => {
    const response = Buffer.from(text).toString('base64');
    for (const line of [text, response]) {
      for (const exchange of [{ mechanism: 'PLAIN' }, { mechanism: 'LOGIN', user: null }] as const) {
        allowRejection(() => respond(exchange, line), MalformedResponse);
      }
    }
  }),
  pumped('submitted recipient', LONG, (text) => {
    allowRejection(() => remoteAddress(`${text}@b.test`, 'a.test'));
    allowRejection(() => remoteAddress(`"${text}"@b.test`, 'a.test'));
    allowRejection(() => remoteAddress(`a@${text.slice(0, 250)}`, 'a.test'));
  }),
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
  pumped('author, in angle brackets', HEAD, (text) =>
    readFromField(Buffer.from(`From: a <${text.replaceAll(/\r\n ?|\r|\n/g, '\r\n ')}\r\n\r\n`)),
  ),
  pumped('rewritten author', HEAD, (text) => {
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
          `final-recipient:${text}\r\noriginal-recipient: rfc822;${text}\r\n` +
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
  inHeader('mail loop', 'Received', '', (head) => allowRejection(() => rejectLoops(head, 'b.test', ['a@b.test']))),
  inHeader('mail loop', 'Received', 'by b.test for ', (head) =>
    allowRejection(() => rejectLoops(head, 'b.test', ['a@b.test'])),
  ),
  inHeader('submitted again', 'Received', '', (head) => allowRejection(() => rejectResubmitted(head, 'b.test'))),
  inHeader('submitted again', 'Received', 'by b.test', (head) =>
    allowRejection(() => rejectResubmitted(head, 'b.test')),
  ),
  ...['From', 'Sender', 'Resent-From'].flatMap((name) =>
    firstShort(
      ['', 'a@b.test ', '"', '(', '<'].map((prefix) =>
        inHeader('own address', name, prefix, (head) =>
          allowRejection(() => checkAuthors(head, ['a@b.test'], 'a@b.test')),
        ),
      ),
    ),
  ),
  ...['Message-ID', 'Reply-To', 'X-Any', 'Sender'].flatMap((name) =>
    firstShort(['<a+a@b.test', '', '<a', 'a+'].map((prefix) => inHeader('outgoing header', name, prefix, leave))),
  ),
  pumped('outgoing header', HEAD, (text) => leave(Buffer.from(`From: a@b.test\r\n${text}`))),
  inHeader('forged results', 'Authentication-Results', '', (head) => stripForgedHeaders(head, ['b.test'])),
  inHeader('forged results', 'Authentication-Results', '"', (head) => stripForgedHeaders(head, ['b.test'])),
  inHeader('ARC seal', 'ARC-Seal', 'i=1;', (head) => arcSealFields(head, sealing as never)),
  inHeader('ARC seal', 'ARC-Seal', 'i', (head) => arcSealFields(head, sealing as never)),
  inHeader('ARC seal', 'Subject', '', (head) => arcSealFields(head, sealing as never)),
  ...['DKIM-Signature', 'ARC-Seal', 'ARC-Message-Signature', 'ARC-Authentication-Results'].flatMap((name) =>
    firstShort(
      [`i=1; ${SIGNATURE}h=`, '', 'i=1; ', SIGNATURE].map((prefix) =>
        inHeader('authentication', name, prefix, authenticate),
      ),
    ),
  ),
  // Shorter than the maximum length of a verified signature.
  ...['DKIM-Signature', 'ARC-Seal', 'ARC-Authentication-Results'].map((name) =>
    pumped(`authentication: many short ${name}`, 15_000, (text) => {
      const value = text.replaceAll(/\r\n ?|\r|\n/g, '\r\n ');
      const field = `${name}: i=1; ${SIGNATURE}${value}\r\n`;
      return authenticate(Buffer.from(`${field.repeat(15)}From: a@b.test\r\n\r\n`));
    }),
  ),
  ...['v=spf1 ', 'v=spf1 exists:', 'v=spf1 include:%{', 'v=DMARC1; ', 'v=DMARC1; p=', 'v=DKIM1; p=', 'v=DKIM1; '].map(
    (prefix) =>
      pumped(`DNS record: ${prefix}...`, RECORD, (text) =>
        authenticate(Buffer.from(`DKIM-Signature: ${SIGNATURE}\r\nFrom: a@b.test\r\n\r\n`), prefix + text),
      ),
  ),
  pumped('SPF, HELO name', LINE, async (text) => {
    const lookups = {
      resolve: dnsWithText('v=spf1 exists:%{h} a:%{d} -all').resolve,
      unanswered: new Set<string>(),
      end() {},
    };
    await createSpf('b.test')({ address: '192.0.2.1', helo: text }, '', lookups as never);
  }),
  pumped('PayPal certificate, unterminated', LONG, (text) =>
    readCertificateChain(`-----BEGIN CERTIFICATE-----${text}`),
  ),
  pumped('PayPal certificates, many', LONG, (text) =>
    readCertificateChain(`${text}${'-----BEGIN CERTIFICATE-----a'.repeat(50_000)}`),
  ),
  {
    name: 'report, delimiters without a line end in a nested multipart',
    run: () => {
      const inner = `--zz\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n${'--a'.repeat(500_000)}\r\n--zz--\r\n`;
      return mimeParts(Buffer.from(`Content-Type: multipart/mixed; boundary=zz\r\n\r\n${inner}`));
    },
  },
  pumped('GIF', LONG, (text) => reachesGifTrailer(Buffer.from(`GIF89a${'\0'.repeat(7)}!${text}`))),
];

// The runner finds a case by name, so each name must be unique.
const names = CASES.map(({ name }) => name);
const duplicates = names.filter((name, at) => names.indexOf(name) !== at);
if (duplicates.length > 0) throw new Error(`Duplicate case names: ${duplicates.map(named).join(', ')}`);
