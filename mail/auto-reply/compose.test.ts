import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { composeAutoReply, type ReplyText } from './compose.ts';

const REPLY: ReplyText = {
  id: '0123',
  from: { name: 'Alice "A" Meyer', address: 'alice@handles.test' },
  to: 'carol@senders.test',
  subject: 'I am away',
  text: 'Hi Carol,\n\nback on Monday.',
  thread: { inReplyTo: '<a@x.test>', references: ['<1@x.test>', '<a@x.test>'] },
  at: new Date('2026-11-22T12:00:00Z'),
};
const compose = async (changes: Partial<ReplyText> = {}) =>
  (await composeAutoReply({ ...REPLY, ...changes })).toString();

describe('composeAutoReply', () => {
  it('writes the header of an automatic reply (RFC 3834 3)', async () => {
    const bytes = await compose();
    const { headers, text, from, to, inReplyTo, references, messageId } = await PostalMime.parse(bytes);
    const value = (name: string) => headers.find(({ key }) => key === name)?.value;
    expect(value('auto-submitted')).toBe('auto-replied');
    expect(value('x-auto-response-suppress')).toBe('All');
    expect(value('precedence')).toBe('bulk');
    expect(value('date')).toBe('Sun, 22 Nov 2026 12:00:00 +0000');
    expect({ from, to, inReplyTo, references, messageId, text }).toEqual({
      from: { name: 'Alice "A" Meyer', address: 'alice@handles.test' },
      to: [{ name: '', address: 'carol@senders.test' }],
      inReplyTo: '<a@x.test>',
      references: '<1@x.test> <a@x.test>',
      messageId: '<0123@handles.test>',
      text: 'Hi Carol,\n\nback on Monday.\n',
    });
    expect(bytes).toMatch(/^Content-Type: text\/plain; charset=utf-8/m);
    expect(headers.map(({ key }) => key).sort()).toEqual(
      [
        'auto-submitted content-transfer-encoding content-type date from in-reply-to message-id mime-version precedence',
        'references subject to x-auto-response-suppress',
      ].flatMap((line) => line.split(' ')),
    );
  });

  it('sets no reference fields if the message has no valid id', async () => {
    expect(await compose({ thread: { inReplyTo: '', references: [] } })).not.toMatch(/^(In-Reply-To|References):/m);
  });

  it('adds no header field when a name, a subject or a text contains line ends', async () => {
    const evil = 'x\r\nBcc: victim@x.test\r\n\r\nbody\u2028X: y';
    const bytes = await compose({ subject: evil, text: evil, from: { name: evil, address: 'alice@handles.test' } });
    const { headers, subject } = await PostalMime.parse(bytes);
    expect(headers.map(({ key }) => key)).not.toContain('bcc');
    expect(subject).toBe('x Bcc: victim@x.test body X: y');
    expect(bytes.slice(0, bytes.indexOf('\r\n\r\n'))).not.toMatch(/^(Bcc|X):/m);
  });

  it('encodes long lines and non-Latin scripts in lines of at most 78 ASCII characters', async () => {
    const long = `${'word '.repeat(400)}\n${'x'.repeat(3000)}\n.\nFrom here — grüße 😀 ${'日本'.repeat(800)}`;
    const bytes = await compose({
      subject: `Grüße ${'日本語'.repeat(60)}`,
      text: long,
      from: { ...REPLY.from, name: '日本語'.repeat(20) },
    });
    expect(bytes).toMatch(/^[\x20-\x7e\r\n]*$/);
    expect(Math.max(...bytes.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78);
    expect(bytes.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const { text, subject, from } = await PostalMime.parse(bytes);
    expect(text?.replace(/[ \t]+\n/g, '\n').trim()).toBe(long.replace(/[ \t]+\n/g, '\n'));
    expect(subject).toBe(`Grüße ${'日本語'.repeat(60)}`);
    expect(from?.address).toBe('alice@handles.test');
  });
});
