import { describe, expect, it } from 'vitest';
import { isThrottled } from './classify-reply.ts';
import { deferredResult, toDeliveryResult } from './delivery-result.ts';
import { type Reply, ReplyReader } from './reply.ts';
import { SmtpFailure, type Step } from './smtp-failure.ts';

function replyOf(wire: string): Reply {
  const [reply] = new ReplyReader().read(Buffer.from(`${wire}\r\n`));
  if (!reply) throw new Error(`no whole reply: ${wire}`);
  return reply;
}

function resultOf(wire: string, step: Step) {
  const reply = replyOf(wire);
  return toDeliveryResult(new SmtpFailure(step, reply.text, reply), 'mx.test');
}

it.each<[string, Step, string, string]>([
  ['550 5.1.1 No such user', 'rcpt', 'refused', '5.1.1'],
  ['552 too large', 'mail', 'refused', '5.0.0'],
  ['550 4.2.2 class of the code and of the reply differ', 'rcpt', 'refused', '5.0.0'],
  ['450 4.2.0 Greylisted', 'rcpt', 'deferred', '4.2.0'],
  ['421 4.7.0 Slow down', 'data', 'deferred', '4.7.0'],
  ['554 5.7.1 Go away, whoever you are', 'banner', 'deferred', '4.7.1'],
  ['535 5.7.8 Wrong password', 'auth', 'deferred', '4.4.1'],
  ['250 2.0.0 out of turn', 'data', 'deferred', '4.4.1'],
  ['354 out of turn', 'rcpt', 'deferred', '4.4.1'],
  ['521 5.3.2 No mail here', 'banner', 'refused', '5.3.2'],
  ['554 5.3.2 not today', 'banner', 'deferred', '4.3.2'],
])('classifies "%s" at step %s as %s with code %s', (wire, step, kind, enhanced) => {
  expect(resultOf(wire, step)).toMatchObject({ kind, enhanced, host: 'mx.test' });
});

it.each<[string, SmtpFailure, object]>([
  ['a broken connection', new SmtpFailure('rcpt', 'It ended'), { enhanced: '4.4.1', text: 'mx.test: It ended' }],
  [
    'a failed TLS handshake',
    new SmtpFailure('tls', 'It failed'),
    { enhanced: '4.7.5', text: 'mx.test: It failed', cause: 'tls' },
  ],
  [
    'a failure on our side',
    new SmtpFailure('local', 'The disk is full'),
    { enhanced: '4.3.0', text: 'The disk is full' },
  ],
])('defers for %s', (_what, failure, result) => {
  expect(toDeliveryResult(failure, 'mx.test')).toStrictEqual({ kind: 'deferred', code: 0, host: 'mx.test', ...result });
});

it('names no host in a result without one', () => {
  expect(deferredResult('4.3.0', 'a\r\nb')).toStrictEqual({
    kind: 'deferred',
    code: 0,
    enhanced: '4.3.0',
    text: 'a b',
  });
});

it.each<[string, Step, object]>([
  ['400 not now', 'rcpt', { kind: 'deferred', code: 400, enhanced: '4.0.0' }],
  ['499 not now', 'banner', { kind: 'deferred', code: 499, enhanced: '4.0.0' }],
  ['500 no', 'rcpt', { kind: 'refused', code: 500, enhanced: '5.0.0' }],
  ['250 out of turn', 'rcpt', { kind: 'deferred', code: 250, enhanced: '4.4.1' }],
  ['535 5.7.8 Wrong password', 'auth', { kind: 'deferred', code: 535, enhanced: '4.4.1' }],
  ['554 5.7.1 Go away', 'connect', { kind: 'deferred', code: 554, enhanced: '4.4.1' }],
  ['554 Go away', 'banner', { kind: 'deferred', code: 554, enhanced: '4.7.0', cause: 'reputation' }],
  ['554 5.5.5 Go away', 'ehlo', { kind: 'deferred', code: 554, enhanced: '4.5.5', cause: 'reputation' }],
  ['554 5.3.2 Not today', 'ehlo', { kind: 'deferred', code: 554, enhanced: '4.3.2' }],
  ['521 No mail', 'banner', { kind: 'refused', code: 521, enhanced: '5.3.2' }],
  ['521 5.7.1 No mail', 'ehlo', { kind: 'refused', code: 521, enhanced: '5.7.1' }],
  ['552 5.2.2 Full', 'dot', { kind: 'deferred', code: 552, enhanced: '4.2.2', cause: 'mailbox-full' }],
])('converts "%s" at step %s to exactly this result', (wire, step, result) => {
  expect(resultOf(wire, step)).toStrictEqual({ ...result, text: wire, host: 'mx.test' });
});

it('marks a refusal that this server made up', () => {
  const reply = replyOf('550 5.6.7 No SMTPUTF8');
  const result = { kind: 'refused', code: 550, enhanced: '5.6.7', text: '550 5.6.7 No SMTPUTF8', host: 'mx.test' };
  const failed = (isOurs: boolean) => toDeliveryResult(new SmtpFailure('mail', '', reply, isOurs), 'mx.test');
  expect(failed(true)).toStrictEqual({ ...result, isOurs: true });
  expect(failed(false)).toStrictEqual(result);
});

describe('rejections for reputation', () => {
  it.each<[string, Step]>([
    ['554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org', 'rcpt'],
    ['550 5.7.25 The IP address sending this message does not have a PTR record setup', 'rcpt'],
    [
      '550-5.7.1 [192.0.2.1      18] Our system has detected an unusual rate of\r\n550-5.7.1 unsolicited mail originating from your IP address. To protect our\r\n550 5.7.1 users from spam, mail sent from your IP address has been blocked.',
      'dot',
    ],
    [
      '550-5.7.26 This mail has been blocked because the sender is unauthenticated.\r\n550 5.7.26 Gmail requires all senders to authenticate with either SPF or DKIM.',
      'dot',
    ],
    ['550 5.7.28 Gmail has detected an unusual rate of mail from your SPF domain', 'dot'],
    [
      "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3150).",
      'mail',
    ],
    ['550 5.7.606 Access denied, banned sending IP [192.0.2.1]', 'rcpt'],
    ['550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP.', 'mail'],
    [
      "553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1, because the ip is in Spamhaus's list",
      'banner',
    ],
    ['553 5.7.2 [TSS09] All messages from 192.0.2.1 will be permanently deferred; Retrying will NOT succeed.', 'mail'],
    ['550 5.7.0 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.1', 'rcpt'],
    ['554-gmx.net (mxgmx101) Nemesis ESMTP Service not available\r\n554 Bad DNS PTR resource record.', 'banner'],
    [
      '554 IP=192.0.2.1 - A problem occurred. (Ask your postmaster for help or to contact tosa@rx.t-online.de)',
      'banner',
    ],
    ['550 5.7.1 Mail from 192.0.2.1 rejected due to poor reputation', 'rcpt'],
    ['550 5.7.1 Client host [5.2.2.14] blocked using zen.example', 'rcpt'],
    ['550 Client host rejected: cannot find your reverse DNS hostname', 'rcpt'],
    ['554 5.7.1 Sender address rejected: handles.test is listed in dbl.spamhaus.org', 'mail'],
  ])('defers the rejection for reputation: %s', (wire, step) => {
    expect(resultOf(wire, step)).toMatchObject({ kind: 'deferred', cause: 'reputation' });
  });
});

describe('full mailboxes', () => {
  it.each([
    '552-5.2.2 The email account that you tried to reach is over quota. Please direct\r\n552 5.2.2 the recipient to https://support.google.com/mail/?p=OverQuotaPerm',
    '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded',
    '552 1 Requested mail action aborted, mailbox is full',
    '550 Mailbox quota exceeded',
    '552 Requested mail action aborted: exceeded storage allocation',
    '550 5.7.1 <a@b.test>: user over quota',
    '552 Mailbox size limit exceeded',
  ])('defers the rejection for a full mailbox: %s', (wire) => {
    expect(resultOf(wire, 'rcpt')).toMatchObject({ kind: 'deferred', cause: 'mailbox-full' });
  });
});

it.each([
  '550 5.7.29 This mail was not sent over TLS',
  '530 5.7.0 Must issue a STARTTLS command first',
  '554 5.7.10 Encryption needed',
])('defers the message with the cause tls: %s', (wire) => {
  expect(resultOf(wire, 'mail')).toMatchObject({ kind: 'deferred', cause: 'tls' });
});

describe('permanent rejections', () => {
  it.each([
    '550-5.1.1 The email account that you tried to reach does not exist. Please try\r\n550 5.1.1 double-checking the recipient’s email address',
    '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).',
    '550 5.4.1 Recipient address rejected: Access denied.',
    '554 delivery error: dd This user doesn’t have a yahoo.com account',
    '552-5.7.0 This message was blocked because its content presents a potential\r\n552 5.7.0 security issue.',
    '550-5.7.1 [192.0.2.1] Our system has detected that this message is likely unsolicited mail. To reduce the\r\n550 5.7.1 amount of spam sent to Gmail, this message has been blocked.',
    '550-5.7.26 Unauthenticated email from author.test is not accepted due to\r\n550 5.7.26 domain’s DMARC policy.',
    '550 5.7.515 Access denied, sending domain author.test does not meet the required authentication level.',
    '554 5.7.9 Message not accepted for policy reasons. See https://postmaster.yahooinc.com/error-codes',
    '554 5.7.1 [CS01] Message rejected due to local policy. Please visit https://support.apple.com/en-us/HT204137',
    '552 5.3.4 Message size exceeds fixed maximum message size',
    '552 Message size exceeds maximum permitted, mailbox is fine',
    '554 5.7.1 Relay access denied',
    '554 5.7.1 Blocked: message contains a URL listed in uribl.com',
    '554 5.6.0 Message contains a virus',
    '550 5.1.1 mailbox full of nobody: blocked using whatever',
  ])('treats the rejection as permanent: %s', (wire) => {
    expect(resultOf(wire, 'dot')).toMatchObject({ kind: 'refused' });
  });
});

describe('throttling', () => {
  it.each([
    '421-4.7.28 Gmail has detected an unusual rate of unsolicited mail\r\n421 4.7.28 originating from your IP address.',
    '451 4.7.500 Server busy. Please try again later from [192.0.2.1]. (S77714)',
    '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints',
    '451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation.',
    '421 4.7.0 mx.test Error: too many connections from 192.0.2.1',
    '421 4.3.2 All server ports are busy',
    '450 4.7.1 Error: too much mail, connection rate limit exceeded',
    '452 4.3.2 Too many concurrent sessions',
  ])('detects throttling in %s', (wire) => {
    expect(isThrottled(replyOf(wire))).toBe(true);
  });

  it.each([
    '451 4.7.1 Greylisting in action, please come back later',
    '450-4.2.1 The user you are trying to contact is receiving mail too quickly.\r\n450 4.2.1 Please resend later',
    '452 4.5.3 Too many recipients',
    '452 4.2.2 The mailbox is over quota',
    '421 4.4.2 mx.test Error: timeout exceeded',
    '451 4.3.0 Temporary lookup failure',
    '550 5.7.1 too many connections',
    '250 2.0.0 Ok',
  ])('does not detect throttling in %s', (wire) => {
    expect(isThrottled(replyOf(wire))).toBe(false);
  });
});
