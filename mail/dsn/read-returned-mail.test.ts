import { describe, expect, it } from 'vitest';
import { readReturnedMail } from './read-returned-mail.ts';

const crlf = (text: string) => Buffer.from(text.replace(/\n/g, '\r\n'));

const REPORT = `From: MAILER-DAEMON@inbox.test
Content-Type: multipart/report; report-type=delivery-status;
	boundary="b"
Auto-Submitted: auto-replied

--b
Content-Type: text/plain

secret.inbox@inbox.test is full
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; host.inbox.test

Final-Recipient: rfc822; secret.inbox@inbox.test
Action: failed
Status: 5.2.2
Diagnostic-Code: smtp; 552 secret.inbox@inbox.test over quota

--b
Content-Type: message/rfc822

Delivered-To: secret.inbox@inbox.test
Received: from mx.handles.test by host.inbox.test
Received: from client.test ([192.0.2.1])
	by mx.handles.test with ESMTP id x
	for <alice@handles.test>;
	Fri, 20 Nov 2026 12:00:00 +0000
X-Inbox-Trace: secret.inbox@inbox.test
From: carol@senders.test
Subject: greeting,
	folded
Message-ID: <1@senders.test>

body
--b--
`;

const QMAIL = "Hi. This is the qmail-send program at b.test.\nI'm afraid I wasn't able to deliver your message.\n\n";
const EXIM =
  'This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered.\n\n';

function notice(from: string, text: string, fields = ''): string {
  return `From: ${from}\nSubject: failure notice\n${fields}\n${text}`;
}

const read = (text: string, sender = '') => readReturnedMail(crlf(text), sender, 'mx.handles.test');

it('reads the recipient as the sender wrote it, if the report has it', () => {
  expect(read(REPORT)).toMatchObject({ recipient: 'secret.inbox@inbox.test' });
  const original = REPORT.replace('Final-Recipient', 'Original-Recipient: rfc822;<bob@receiver.test>\nFinal-Recipient');
  expect(read(original)).toMatchObject({ recipient: 'bob@receiver.test' });
  expect(read(REPORT.replace(/^Final-Recipient.*\n/m, ''))).toMatchObject({ recipient: '' });
  expect(read(REPORT.replace('rfc822; secret', 'rfc822; two words secret'))).toMatchObject({ recipient: '' });
});

it('finds the header of a message that was submitted to us', () => {
  const submitted = REPORT.replace(
    /Received: from client[\s\S]*?\+0000/,
    'Received: by mx.handles.test with ESMTPSA id x;\n\tdate',
  );
  const { head } = read(submitted) as { head: Buffer };
  expect(head.toString()).toBe(
    'From: carol@senders.test\r\nSubject: greeting,\r\n\tfolded\r\nMessage-ID: <1@senders.test>\r\n',
  );
});

describe('a failure', () => {
  it('reads the status code of a report and the header that the original sender wrote', () => {
    const returned = read(REPORT);
    if (returned.kind !== 'failed') return expect.unreachable();
    expect(returned).toMatchObject({ enhanced: '5.2.2', hasCode: true });
    expect(returned.head.toString()).toBe(
      'From: carol@senders.test\r\nSubject: greeting,\r\n\tfolded\r\nMessage-ID: <1@senders.test>\r\n',
    );
  });

  it('reads a report whose Content-Type fields are folded', () => {
    const folded = REPORT.replace('Content-Type: message/delivery', 'Content-Type:\n message/delivery');
    expect(read(folded)).toMatchObject({ kind: 'failed', enhanced: '5.2.2' });
  });

  it('reads the status and the recipient that failed, even if the report names other recipients first', () => {
    const late = 'Final-Recipient: rfc822; late@inbox.test\nAction: delayed\nStatus: 4.4.1\n\n';
    const report = REPORT.replace('Final-Recipient', `${late}Final-Recipient`);
    const recipient = 'secret.inbox@inbox.test';
    expect(read(report)).toMatchObject({ kind: 'failed', enhanced: '5.2.2', hasCode: true, recipient });
  });

  it.each([
    ['smtp; 550 5.1.1 No such user', '5.1.1'],
    ['smtp; 550-5.2.1 The account is\n disabled', '5.2.1'],
    ['smtp; 550 No such user', '5.0.0'],
    ['smtp; 451 4.7.1 Later', '5.0.0'],
    ['x-exim; 5.1.1', '5.0.0'],
  ])('has the code of Diagnostic-Code "%s" in a report with status 5.0.0 (Exim): %s', (diagnostic, enhanced) => {
    const report = REPORT.replace('Status: 5.2.2', 'Status: 5.0.0').replace(/smtp; 552.*/, diagnostic);
    expect(read(report)).toMatchObject({ kind: 'failed', enhanced, hasCode: true });
  });

  it.each([
    ['a report of a queue that gave up', REPORT.replace('5.2.2', '4.4.7'), '5.4.7'],
    ['a report without status', REPORT.replace(/^Status:.*$/m, ''), '5.0.0'],
    ['a notice of Exim without code', notice('a@b.test', 'failed', 'X-Failed-Recipients: x@b.test\n'), '5.0.0'],
    [
      'a notice of qmail with a reply',
      notice('MAILER-DAEMON@b.test', `${QMAIL}Remote host said: 550 sorry\n`),
      '5.0.0',
    ],
  ])('has no code of class 5 in %s', (_what, text, enhanced) => {
    expect(read(text)).toMatchObject({ kind: 'failed', enhanced, hasCode: false });
  });

  it.each([
    [
      'qmail',
      notice('MAILER-DAEMON@b.test', `${QMAIL}<x@b.test>:\nSorry, no mailbox here by that name. (#5.1.1)\n`),
      '5.1.1',
    ],
    [
      'an old Postfix',
      notice(
        'mailer-daemon@b.test',
        'This is the Postfix program at host b.test.\n\n<x@b.test>: host a said: 550\n 5.2.1 Off (in reply to RCPT TO)\n',
      ),
      '5.2.1',
    ],
    [
      'Exim',
      notice(
        'Mailer-Daemon@b.test',
        `${EXIM}  x@b.test\n    550 5.7.1 No\n`,
        'Auto-Submitted: auto-replied\nX-Failed-Recipients: x@b.test\n',
      ),
      '5.7.1',
    ],
    [
      'Exim without its field',
      notice('Mailer-Daemon@b.test', `${EXIM}  x@b.test\n    550-5.1.1 No such user\n`),
      '5.1.1',
    ],
    [
      'Sendmail',
      notice(
        'MAILER-DAEMON@b.test',
        '   ----- The following addresses had permanent fatal errors -----\n<x@b.test>\n    (reason: 550 5.1.1 No)\n',
      ),
      '5.1.1',
    ],
  ])('is read from a plain-text notice of %s', (_program, text, enhanced) => {
    expect(read(text)).toMatchObject({ kind: 'failed', enhanced, hasCode: true });
  });

  it('names the recipient in X-Failed-Recipients if the field names exactly one', () => {
    expect(read(notice('a@b.test', '550', 'X-Failed-Recipients: x@b.test\n'))).toMatchObject({ recipient: 'x@b.test' });
    expect(read(notice('a@b.test', '550', 'X-Failed-Recipients: x@b.test, y@b.test\n'))).toMatchObject({
      recipient: '',
    });
  });
});

describe('mail from the null sender that reports no failure', () => {
  it.each([
    ['a delay', REPORT.replace('Action: failed', 'Action: delayed'), 'action delayed'],
    ['a delivery', REPORT.replace('Action: failed', 'Action: relayed'), 'action relayed'],
    ['a report without an action', REPORT.replace(/^Action:.*$/m, ''), 'delivery-report (content-type)'],
    [
      'a report whose action is in another part',
      REPORT.replace('Action: failed\n', '').replace('secret.inbox@inbox.test is full', 'Action: failed'),
      'delivery-report (content-type)',
    ],
    [
      'a receipt',
      REPORT.replace('report-type=delivery-status', 'report-type=disposition-notification'),
      'disposition-notification (content-type)',
    ],
  ])('is a report: %s', (_what, text, why) => {
    expect(read(text)).toEqual({ kind: 'report', why });
  });

  it.each([
    ['an answer with Auto-Submitted', 'From: a@b.test\nAuto-Submitted: auto-replied\n\nI am away\n'],
    [
      'an answer with X-Autoreply',
      'From: a@b.test\nX-Autoreply: yes\nX-Auto-Response-Suppress: All\n\nAway: 550 5.1.1\n',
    ],
    ['an answer of Exchange', 'From: a@b.test\nX-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent\n\nAway\n'],
    ['an answer to an invitation', 'From: a@b.test\nContent-Type: text/calendar; method=REPLY\n\nBEGIN:VCALENDAR\n'],
    ['an answer without any mark', 'From: a@b.test\nSubject: Re: hi\n\nI am away\n'],
    ['bulk mail', 'From: a@b.test\nPrecedence: bulk\n\nHello\n'],
    ['a notice with an unknown text', notice('mailer-daemon@b.test', 'Sorry, no such user. 550 5.1.1\n')],
    ['a known text without status', notice('MAILER-DAEMON@b.test', `${QMAIL}It did not work out.\n`)],
    ['a known text of a person', notice('a@b.test', `I am away. You wrote:\n${QMAIL}(#5.1.1)\n`)],
    [
      'a delay of Exim',
      notice(
        'Mailer-Daemon@b.test',
        `${EXIM.replace('could not', 'has not yet been delivered, could not')} 550 5.1.1\n`,
      ),
    ],
    ['nothing at all', ''],
  ])('is an answer: %s', (_what, text) => {
    expect(read(text)).toEqual({ kind: 'answer' });
  });
});

it.each([
  ['a failure', REPORT, 'other'],
  ['X-Failed-Recipients', notice('a@b.test', '550 5.1.1', 'X-Failed-Recipients: x@b.test\n'), 'other'],
  ['a letter', 'From: a@b.test\n\nHello\n', 'other'],
  ['list mail', 'From: a@b.test\nList-Id: <x.y>\n\nHello\n', 'other'],
  ['an answer', 'From: a@b.test\nAuto-Submitted: auto-replied\n\nI am away\n', 'answer'],
  [
    'an answer to an invitation',
    'From: a@b.test\nContent-Type: text/calendar; method=REPLY\n\nBEGIN:VCALENDAR\n',
    'answer',
  ],
  ['an answer known by its subject', 'From: a@b.test\nSubject: Automatic reply: hi\n\nI am away\n', 'answer'],
])('recognises no report from a sender that is not null: %s', (_what, text, kind) => {
  expect(read(text, 'a@b.test')).toEqual({ kind });
});
