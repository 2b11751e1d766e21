import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { composeDsn } from './dsn.ts';
import { replyText } from './reply-texts.ts';

const fieldsOf = (changes = {}) => ({
  id: 'id1',
  domain: 'handles.test',
  hostname: 'mx.handles.test',
  to: 'carol@senders.test',
  recipients: ['alice@handles.test'],
  enhanced: '5.1.1',
  reason: replyText('5.1.1'),
  head: Buffer.from('From: carol@senders.test\r\nSubject: hi\r\n\r\n'),
  at: new Date('2026-11-20T12:00:00Z'),
  ...changes,
});

it('composes a report as in RFC 3464 that names the address the sender wrote', async () => {
  const bytes = composeDsn(fieldsOf());
  const text = bytes.toString();
  expect(text).toMatch(/^Content-Type: multipart\/report; report-type=delivery-status;\r\n\tboundary=/m);
  expect(text).toMatch(/^Auto-Submitted: auto-replied\r$/m);
  expect(text).toMatch(/^Reporting-MTA: dns; mx\.handles\.test\r$/m);
  expect(text).toMatch(/\r\n\r\nFinal-Recipient: rfc822; alice@handles\.test\r\nAction: failed\r\nStatus: 5\.1\.1\r\n/);
  expect(text).not.toMatch(/Remote-MTA|Diagnostic-Code|Arrival-Date|Original-Envelope-Id/);
  expect(text).not.toMatch(/(?<!\r)\n|\r(?!\n)/);
  const mail = await PostalMime.parse(bytes);
  expect(mail.to?.[0]?.address).toBe('carol@senders.test');
  expect(mail.text).toContain('alice@handles.test');
  expect(mail.text).toContain('does not exist (5.1.1)');
  expect(mail.attachments.map(({ mimeType }) => mimeType)).toEqual(['message/delivery-status', 'text/rfc822-headers']);
});

it('shows the reply of the server, on one line, only to an author who wrote to that server', async () => {
  const reply = { host: 'mx.receiver.test', text: '550 5.1.1 no\r\n\r\n--b\r\n such ü user' };
  const bytes = composeDsn(fieldsOf({ diagnosis: { reply } }));
  expect(bytes.toString()).toContain(
    '\r\nStatus: 5.1.1\r\nRemote-MTA: dns; mx.receiver.test\r\nDiagnostic-Code: smtp; 550 5.1.1 no --b such user\r\n',
  );
  expect((await PostalMime.parse(bytes)).text).toContain(
    "The recipient's mail server replied:\n\n    550 5.1.1 no --b such user",
  );
  expect(composeDsn(fieldsOf()).toString()).not.toContain('replied:');
});

it('labels a finding of this server as such, not as the reply of another server (RFC 3464 2.3.6)', async () => {
  const bytes = composeDsn(fieldsOf({ diagnosis: { finding: 'gone.test: The domain\r\nRemote-MTA: dns; x' } }));
  expect(bytes.toString()).toContain('\r\nDiagnostic-Code: x-nameplate; gone.test: The domain Remote-MTA: dns; x\r\n');
  expect(bytes.toString()).not.toMatch(/^Remote-MTA|Diagnostic-Code: smtp/m);
  const { text } = await PostalMime.parse(bytes);
  expect(text).toContain('This mail server found:\n\n    gone.test: The domain Remote-MTA: dns; x');
  expect(text).not.toContain('replied:');
});

it('omits an invalid host name and an empty reply', () => {
  const text = composeDsn(fieldsOf({ diagnosis: { reply: { host: 'a b\r\nX: y', text: ' ' } } })).toString();
  expect(text).not.toMatch(/Remote-MTA|Diagnostic-Code|replied:|^X: y/m);
});

it('states the date at which the message arrived', () => {
  const text = composeDsn(fieldsOf({ arrivedAt: new Date('2026-11-19T09:00:00Z') })).toString();
  expect(text).toMatch(
    /\r\nReporting-MTA: dns; mx\.handles\.test\r\nArrival-Date: Thu, 19 Nov 2026 09:00:00 \+0000\r\n\r\n/,
  );
});

it('names several recipients with the same result, each in a separate group of fields', async () => {
  const bytes = composeDsn(fieldsOf({ recipients: ['a@x.test', 'b@y.test'] }));
  const fields = (address: string) => `Final-Recipient: rfc822; ${address}\r\nAction: failed\r\nStatus: 5.1.1\r\n`;
  expect(bytes.toString()).toContain(`\r\n\r\n${fields('a@x.test')}\r\n${fields('b@y.test')}`);
  expect((await PostalMime.parse(bytes)).text).toContain('    a@x.test\n    b@y.test\n');
});

it('states in the notice about a delayed message that delivery is tried again', async () => {
  const bytes = composeDsn(fieldsOf({ delayedDays: 5, enhanced: '4.4.7' }));
  expect(bytes.toString()).toMatch(/\r\nAction: delayed\r\nStatus: 4\.4\.7\r\n/);
  const { subject, text } = await PostalMime.parse(bytes);
  expect(subject).toBe('Your mail is delayed');
  expect(text).toContain('We will keep trying until 5 days after you sent it');
});

it('omits an unknown header and truncates a long one between fields', () => {
  expect(composeDsn(fieldsOf({ head: Buffer.alloc(0) })).toString()).not.toContain('rfc822-headers');
  const long = Buffer.from(`A: kept\r\n${`B: ${'x'.repeat(990)}\r\n`.repeat(100)}\r\n`);
  const text = composeDsn(fieldsOf({ head: long })).toString();
  expect(text).toContain('A: kept');
  expect(text.length).toBeLessThan(70_000);
  expect(text.match(/^B: x{990}\r$/gm)?.length).toBe(text.match(/^B:/gm)?.length);
});

it('uses the media types of RFC 6533 only for parts that are not ASCII', async () => {
  expect(composeDsn(fieldsOf()).toString()).not.toContain('8bit');
  const subject = composeDsn(fieldsOf({ head: Buffer.from('From: carol@senders.test\r\nSubject: grüße\r\n\r\n') }));
  expect(subject.toString().slice(0, 600)).toMatch(/^Content-Transfer-Encoding: 8bit\r\n\r\n--/m);
  expect(subject.toString()).toMatch(/Content-Type: message\/global-headers\r\nContent-Transfer-Encoding: 8bit\r\n/);
  const written = composeDsn(fieldsOf({ to: 'grüße@senders.test' }));
  expect(written.toString()).toContain('Final-Recipient: utf-8; alice@handles.test');
  const { attachments } = await PostalMime.parse(written);
  expect(attachments.map(({ mimeType }) => mimeType)).toEqual([
    'message/global-delivery-status',
    'text/rfc822-headers',
  ]);
});

it('returns a text for every enhanced status code', () => {
  for (const code of ['5.1.1', '5.2.2', '5.4.7', '5.7.26', '5.0.0', '5.9.9', ''])
    expect(replyText(code)).toMatch(/^The /);
});
