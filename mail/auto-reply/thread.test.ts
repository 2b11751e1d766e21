import { describe, expect, it } from 'vitest';
import { threadOf } from './thread.ts';

const thread = (...lines: string[]) => threadOf(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`));
const NONE = { inReplyTo: '', references: [] };

describe('threadOf', () => {
  it('refers to the message and to the earlier messages of its thread', () => {
    expect(thread('Message-ID: <a@x.test>')).toEqual({ inReplyTo: '<a@x.test>', references: ['<a@x.test>'] });
    expect(thread('References: <1@x.test>\r\n\t<2@x.test> junk <3', 'Message-ID: <a@x.test>')).toEqual({
      inReplyTo: '<a@x.test>',
      references: ['<1@x.test>', '<2@x.test>', '<a@x.test>'],
    });
  });

  it('keeps only the newest of many references', () => {
    const many = Array.from({ length: 5000 }, (_, at) => `<${at}@x.test>`).join('\r\n ');
    const { references } = thread(`References: ${many}`, 'Message-ID: <a@x.test>');
    expect(references).toHaveLength(10);
    expect(references.slice(-2)).toEqual(['<4999@x.test>', '<a@x.test>']);
  });

  it.each([
    ['no id', 'Subject: x'],
    ['two ids', 'Message-ID: <a@x.test>\r\nMessage-ID: <b@x.test>'],
    ['text beside the id', 'Message-ID: <a@x.test> and more'],
    ['no brackets', 'Message-ID: a@x.test'],
    ['no @', 'Message-ID: <a>'],
    ['a space', 'Message-ID: <a b@x.test>'],
    ['a folded line', 'Message-ID: <a\r\n b@x.test>'],
    ['other characters', 'Message-ID: <ä@x.test>'],
    ['a bracket', 'Message-ID: <a<b@x.test>'],
    ['an overlong id', `Message-ID: <${'a'.repeat(300)}@x.test>`],
    ['a control character', 'Message-ID: <a\u0001@x.test>'],
  ])('refers to nothing if the Message-ID has %s', (_case, line) => {
    expect(thread(line, 'References: <1@x.test>')).toEqual(NONE);
  });
});
