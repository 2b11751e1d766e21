import * as z from 'zod/mini';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROLS_OR_BREAK = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Turns the direction of whatever stands behind it, also outside the text that it is in (Unicode annex 9, 2.1 to 2.3). */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/;

/**
 * Text of at most `most` characters that people typed: without space around it, null where nothing is left. Control
 * characters, also those of direction, and halves of characters are refused; line breaks pass where `lines` is set.
 */
function typedText(most: number, { lines = false } = {}) {
  const words = `Please use at most ${most} characters.`;
  return z.pipe(
    // A bound well above the other, so that a huge text is not looked at in earnest. Descriptions name the real one.
    z.nullable(z.string().check(z.maxLength(most * 4 + 100, words), z.meta({ maxLength: most }))),
    z.transform((typed: string | null, context) => {
      const text = typed?.replace(/\r\n?/g, '\n').trim() ?? '';
      const fault = (message: string) => {
        context.issues.push({ code: 'custom', message, input: typed });
        return z.NEVER;
      };
      if ([...text].length > most) return fault(words);
      if ((lines ? CONTROLS : CONTROLS_OR_BREAK).test(text) || DIRECTION.test(text) || !text.isWellFormed()) {
        return fault('Please remove the characters that can not be shown.');
      }
      return text === '' ? null : text;
    }),
  );
}

const DISPLAY_NAME_MAX_LENGTH = 80;
export const displayName = typedText(DISPLAY_NAME_MAX_LENGTH);

const BIO_MAX_LENGTH = 500;
export const bio = typedText(BIO_MAX_LENGTH, { lines: true });
