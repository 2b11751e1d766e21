import { describe, expect, it } from 'vitest';
import { initialOf } from '../../../contract/profiles/graphemes.ts';
import { drawableText, isRightToLeft } from './graphemes.ts';

describe('text on a sharing image', () => {
  it.each([
    ['Ana  Gómez\n', 'Ana Gómez'],
    ['𝓕𝓪𝓷𝓬𝔂 𝔩𝔢𝔱𝔱𝔢𝔯𝔰', 'Fancy letters'],
    ['A\u202eB\u200bC\u0007', 'ABC'],
    ['꧁Ana꧂', 'Ana'],
    [`q${'\u0301'.repeat(9)}`, `q${'\u0301'.repeat(3)}`],
    ['👩‍🚀 ❤️ 🇧🇷', '👩‍🚀 ❤️ 🇧🇷'],
    ['ليلى नमस्ते שלום ไทย', 'ليلى नमस्ते שלום ไทย'],
    ['\ud800x', 'x'],
    // Empty, because a part of the name cannot be drawn.
    ['山田 Taro', ''],
    [null, ''],
  ])('draws %j as %j', (text, drawn) => {
    expect(drawableText(text, 100)).toBe(drawn);
  });

  it('cuts long text', () => {
    expect(drawableText('x'.repeat(1000), 100)).toHaveLength(100);
    // NFKC expands this ligature to eighteen letters.
    expect(drawableText('\ufdfa'.repeat(80), 100).length).toBeLessThanOrEqual(100);
  });

  it('derives the direction from the first letter', () => {
    expect(['ليلى Ana', '12 – שלום'].map(isRightToLeft)).toEqual([true, true]);
    expect(['Ana ليلى', '🎉', ''].map(isRightToLeft)).toEqual([false, false, false]);
  });

  it('uses the first letter, number or emoji as the initial', () => {
    expect(['ana', '"émile"', '👩‍🚀 crew', '🇧🇷', '42', '—'].map(initialOf)).toEqual(['A', 'É', '👩‍🚀', '🇧🇷', '4', '']);
  });
});
