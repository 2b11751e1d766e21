import {
  clampChroma,
  converter,
  formatHex,
  modeLrgb,
  modeOklch,
  modeRgb,
  parse,
  useMode as registerMode,
  wcagLuminance,
} from 'culori/fn';
import { describe, expect, it } from 'vitest';
import { hexOf, luminance, parseColour, toOklch, withinSrgb } from './colour-space.ts';

registerMode(modeRgb);
registerMode(modeLrgb);
registerMode(modeOklch);

const LEVELS = [0, 1, 64, 127, 128, 200, 254, 255];
const COLOURS = LEVELS.flatMap((r) =>
  LEVELS.flatMap((g) => LEVELS.map((b) => hexOf({ r: r / 255, g: g / 255, b: b / 255 }))),
);

describe('colours, compared with the complete functions of culori', () => {
  it('parses the forms of colours that a page may have', () => {
    const forms = [
      '#abc',
      '#ABCD',
      '#a1b2c3',
      '#a1b2c3d4',
      'rgb(1, 2, 3)',
      'rgba(255, 255, 255, 0.12)',
      'rgb(1 2 3 / 50%)',
      'rgb(10%, 20%, 30%)',
    ];
    for (const form of forms) expect(parseColour(form), form).toEqual(parse(form));
    for (const form of ['', 'red', '#12345', 'rgb(1, 2)', 'rgb(1, 2, 3, 4, 5)', 'hsl(1, 2%, 3%)']) {
      expect(parseColour(form), form).toBeUndefined();
    }
  });

  it('computes the same luminance, lightness, chroma and hue as culori for 512 colours', () => {
    const convert = converter('oklch');
    for (const colour of COLOURS) {
      expect(luminance(colour)).toBe(wcagLuminance(colour));
      const { h, ...rest } = convert(colour) ?? { h: undefined };
      expect(toOklch(colour)).toEqual({ ...rest, h });
    }
  });

  it('finds the same sRGB colour as culori for 512 colours at other lightnesses and hues', () => {
    for (const colour of COLOURS) {
      const { l, c, h } = toOklch(colour);
      for (const moved of [
        { l: l * 0.5, c, h },
        { l: l + (1 - l) * 0.6, c, h },
        { l, c: c + 0.1, h: (h ?? 0) + 45 },
      ]) {
        const other = { mode: 'oklch', ...moved } as const;
        expect(withinSrgb(other)).toBe(formatHex(clampChroma(other as never, 'oklch')));
      }
    }
  });
});
