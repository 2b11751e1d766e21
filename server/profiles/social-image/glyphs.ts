import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of the fonts of sharing images and their fontconfig file. */
export const FONTS = path.join(import.meta.dirname, 'fonts');

let known: Set<number> | undefined;

/** Returns whether one of our fonts has this character; any other would be drawn as an empty box. */
export function hasGlyph(codePoint: number): boolean {
  known ??= readGlyphs();
  return known.has(codePoint);
}

function readGlyphs(): Set<number> {
  const glyphs = new Set<number>();
  for (const file of readdirSync(FONTS).filter((name) => name.endsWith('.ttf'))) {
    readCharacterMap(readFileSync(path.join(FONTS, file)), glyphs);
  }
  return glyphs;
}

/** Adds every character of a font's `cmap` table, in its formats 4 and 12 (OpenType 1.9). */
function readCharacterMap(font: Buffer, glyphs: Set<number>): void {
  const tables = font.readUInt16BE(4);
  for (let table = 0; table < tables; table++) {
    const entry = 12 + table * 16;
    if (font.toString('latin1', entry, entry + 4) !== 'cmap') continue;
    const cmap = font.subarray(font.readUInt32BE(entry + 8));
    for (let record = 0; record < cmap.readUInt16BE(2); record++) {
      const map = cmap.subarray(cmap.readUInt32BE(4 + record * 8 + 4));
      const format = map.readUInt16BE(0);
      if (format === 4) readSegments(map, glyphs);
      if (format === 12) readGroups(map, glyphs);
    }
  }
}

function readSegments(map: Buffer, glyphs: Set<number>): void {
  const length = map.readUInt16BE(6);
  for (let at = 0; at < length; at += 2) {
    const last = map.readUInt16BE(14 + at);
    const first = map.readUInt16BE(16 + length + at);
    for (let code = first; code <= last && code < 0xffff; code++) glyphs.add(code);
  }
}

function readGroups(map: Buffer, glyphs: Set<number>): void {
  for (let group = 0; group < map.readUInt32BE(12); group++) {
    const at = 16 + group * 12;
    for (let code = map.readUInt32BE(at); code <= map.readUInt32BE(at + 4); code++) glyphs.add(code);
  }
}
