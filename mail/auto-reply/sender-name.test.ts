import { describe, expect, it } from 'vitest';
import { cleanSenderName } from './sender-name.ts';

describe('cleanSenderName', () => {
  it.each([
    ['Carol Smith', 'Carol Smith'],
    ['  Carol   Smith ', 'Carol Smith'],
    ['Jörg Weiß', 'Jörg Weiß'],
    ['李 小龙', '李 小龙'],
    ["J. R. R. O'Hara-Tolkien Jr.", "J. R. R. O'Hara-Tolkien Jr."],
    ['عمر', 'عمر'],
  ])('keeps the name %s', (name, expected) => {
    expect(cleanSenderName(name)).toBe(expected);
  });

  it.each([
    ['carol@senders.test', ''],
    ['Carol carol@senders.test', 'Carol'],
    ['Carol <carol@senders.test>', 'Carol'],
    ['Carol carol＠senders.test', 'Carol'],
    ['Win https://evil.test/x now', 'Win now'],
    ['Win evil.test', 'Win'],
    ['Win EVIL．TEST', 'Win'],
    ['www.evil', ''],
    ['Carol =?utf-8?b?4oCuZGVpZmlyZXY=?=', 'Carol'],
    ['=?utf-8?q?=0D=0ABcc:_z?=', ''],
    ['mailto:x', ''],
    ['<b>Carol</b>', 'b Carol'],
  ])('removes addresses and links from %s', (name, expected) => {
    expect(cleanSenderName(name)).toBe(expected);
  });

  it('removes control, direction and invisible characters and line breaks', () => {
    expect(cleanSenderName('Carol\r\nBcc: x\u0000\u202e\u2066\u200b\u2028\ufeff\u{e0041} Smith')).toBe(
      'Carol Bcc: x Smith',
    );
  });

  it('truncates long names between characters and returns an empty name if no letter is left', () => {
    expect(cleanSenderName('😀a'.repeat(500))).toBe('😀a'.repeat(30));
    expect(cleanSenderName('x'.repeat(1_000_000))).toHaveLength(60);
    expect(cleanSenderName('123 !!! 😀')).toBe('');
    expect(cleanSenderName('')).toBe('');
  });
});
