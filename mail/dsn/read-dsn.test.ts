import { describe, expect, it } from 'vitest';
import { readDsn } from './read-dsn.ts';

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

const read = (text: string) => readDsn(crlf(text), 'mx.handles.test');

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

describe('readDsn', () => {
  it('reads the status code of a failure and the header that the original sender wrote', () => {
    const returned = read(REPORT);
    if (returned.kind !== 'failed') return expect.unreachable();
    expect(returned.enhanced).toBe('5.2.2');
    expect(returned.head.toString()).toBe(
      'From: carol@senders.test\r\nSubject: greeting,\r\n\tfolded\r\nMessage-ID: <1@senders.test>\r\n',
    );
  });

  it.each([
    ['smtp; 550 5.1.1 No such user', '5.1.1'],
    ['smtp; 550-5.2.1 The account is\n disabled', '5.2.1'],
    ['smtp; 550 No such user', '5.0.0'],
    ['smtp; 451 4.7.1 Later', '5.0.0'],
    ['x-exim; 5.1.1', '5.0.0'],
  ])('reads the code of a report with status 5.0.0 (Exim) from Diagnostic-Code "%s": %s', (diagnostic, enhanced) => {
    const report = REPORT.replace('Status: 5.2.2', 'Status: 5.0.0').replace(/smtp; 552.*/, diagnostic);
    expect(read(report)).toMatchObject({ kind: 'failed', enhanced });
  });

  it.each([
    ['a delay', REPORT.replace('Action: failed', 'Action: delayed')],
    ['a receipt', REPORT.replace('report-type=delivery-status', 'report-type=disposition-notification')],
    ['an automatic reply', 'From: a@b.test\nAuto-Submitted: auto-replied\n\nI am away\n'],
    ['bulk mail', 'From: a@b.test\nPrecedence: bulk\n\nHello\n'],
  ])('does not treat %s as a failure', (_what, text) => {
    expect(read(text).kind).toBe('other');
  });

  it.each([
    ['a notice without a report', 'From: mailer-daemon@b.test\nSubject: failure notice\n\nSorry, no such user\n'],
    ['a notice of Exim', 'From: a@b.test\nAuto-Submitted: auto-replied\nX-Failed-Recipients: x@b.test\n\nfailed\n'],
    ['a report without status fields', REPORT.replace(/^Action:.*$/m, '').replace(/^Status:.*$/m, '')],
  ])('reads %s as a failure with code 5.0.0', (_what, text) => {
    expect(read(text)).toMatchObject({ kind: 'failed', enhanced: '5.0.0' });
  });
});
