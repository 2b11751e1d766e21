import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { addressField, literalText } from './mailbox.ts';

it.each(['=?utf-8?b?4oCuZGVpZmlyZXYgdG9uKA==?=', 'Bob =?utf-8?q?=0D=0ABcc:_z?=', '=?', 'Bob "=?x"', 'Plain'])(
  'writes the text %s into a header in a form that decodes to the same text',
  async (text) => {
    const from = addressField('From', [{ name: text, address: 'bob@example.org' }]);
    const mail = await PostalMime.parse(`${from}Subject: ${literalText(text)}\r\n\r\n`);
    expect([mail.from, mail.subject]).toEqual([{ name: text, address: 'bob@example.org' }, text]);
    expect(from.replaceAll('\r\n ', ' ')).not.toContain('"=?');
  },
);
