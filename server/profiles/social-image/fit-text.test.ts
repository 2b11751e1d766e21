import { describe, expect, it } from 'vitest';
import { fitText } from './fit-text.ts';

const BOX = { width: 700, lines: 1, align: 'left' as const };
const drawn = (text: string, font: string) => fitText(text, { font, sizes: [72], colour: '#000000' }, BOX);

describe('fonts of names on sharing images', () => {
  it.each(['Lora Bold', 'Nunito ExtraBold', 'Fraunces SemiBold', 'Space Mono Bold'])(
    'draws basic and extended Latin letters in %s',
    async (font) => {
      // The text engine uses another font if it does not find the requested one.
      const missing = 'No Such Font Bold';
      for (const text of ['Mateo', 'ŁĄŻŐŘ']) {
        const [own, other] = await Promise.all([drawn(text, font), drawn(text, missing)]);
        expect(own.png.equals(other.png), text).toBe(false);
      }
    },
  );
});
