import { describe, expect, it } from 'vitest';
import { drawableText, initialOf, isRightToLeft } from './graphemes.ts';

describe('words on a picture', () => {
  it.each([
    ['Ana  Gómez\n', 'Ana Gómez'],
    ['𝓕𝓪𝓷𝓬𝔂 𝔩𝔢𝔱𝔱𝔢𝔯𝔰', 'Fancy letters'],
    ['A\u202eB\u200bC\u0007', 'ABC'],
    ['꧁Ana꧂', 'Ana'],
    [`q${'\u0301'.repeat(9)}`, `q${'\u0301'.repeat(3)}`],
    ['👩‍🚀 ❤️ 🇧🇷', '👩‍🚀 ❤️ 🇧🇷'],
    ['ليلى नमस्ते שלום ไทย', 'ليلى नमस्ते שלום ไทย'],
    ['\ud800x', 'x'],
    // Nothing rather than half of a name.
    ['山田 Taro', ''],
    [null, ''],
  ])('%j is drawn as %j', (text, drawn) => {
    expect(drawableText(text, 100)).toBe(drawn);
  });

  it('are cut where they are endless', () => {
    expect(drawableText('x'.repeat(1000), 100)).toHaveLength(100);
    // A ligature that is eighteen letters long when written out.
    expect(drawableText('\ufdfa'.repeat(80), 100).length).toBeLessThanOrEqual(100);
  });

  it('run as their first letter does', () => {
    expect(['ليلى Ana', '12 – שלום'].map(isRightToLeft)).toEqual([true, true]);
    expect(['Ana ليلى', '🎉', ''].map(isRightToLeft)).toEqual([false, false, false]);
  });

  it('are named by their first letter, number or emoji', () => {
    expect(['ana', '"émile"', '👩‍🚀 crew', '🇧🇷', '42', '—'].map(initialOf)).toEqual(['A', 'É', '👩‍🚀', '🇧🇷', '4', '']);
  });
});
