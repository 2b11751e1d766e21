import { describe, expect, it } from 'vitest';
import { monogramOf } from './monogram-text.ts';

describe('monogramOf', () => {
  it.each([
    ['Ana Lima', 'AL'],
    ['ana maria de lima', 'AL'],
    ['Ana', 'A'],
    ['Élodie Brontë', 'ÉB'],
    ['Ελένη Παππά', 'ΕΠ'],
    ['Анна Каренина', 'АК'],
    ['李小龍', '李'],
    ['李 小龍', '李'],
    ['さくら 田中', 'さ'],
    ['محمد علي', 'م'],
    ['נועה כהן', 'נ'],
    ['अनिका शर्मा', 'अ'],
    ['🎸 Ana Lima', '🎸'],
    ['👩🏽‍🚀 Ana', '👩🏽‍🚀'],
    ['🇧🇷', '🇧🇷'],
    ['"Ana" (Lima)', 'AL'],
    ['3rd Wave', '3'],
    ['ß', 'ß'],
    ['  Ana   ', 'A'],
  ])('the monogram of %s is %s', (name, text) => {
    expect(monogramOf(name, 'x.y')).toBe(text);
  });

  it('the monogram of a name without letters is that of the handle', () => {
    for (const name of [null, '', ' ', '---', '\u200b']) expect(monogramOf(name, 'ana')).toBe('A');
    expect(monogramOf(null, '.')).toBe('');
  });

  it('a monogram keeps few marks on a letter, and only the beginning of a huge name is read', () => {
    expect(monogramOf(`A${'\u0301\u0317'.repeat(40)}na`, 'x')).toBe('Á');
    expect(monogramOf(`${'-'.repeat(200_000)}A`, 'x')).toBe('X');
    expect(monogramOf(`A${'\u0301'.repeat(200_000)}`, 'x')).toBe('Á');
  });
});
