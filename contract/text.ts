import * as z from 'zod/mini';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters on purpose
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters on purpose
const CONTROLS_AND_LINE_BREAKS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** These characters change the direction of the following text, even outside the field (UAX #9, 2.1 to 2.3). */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/;

/** Returns whether every character of a text can be shown as it is; line breaks are accepted only if `lines` is set. */
export function isShown(text: string, lines: boolean): boolean {
  return !(lines ? CONTROLS : CONTROLS_AND_LINE_BREAKS).test(text) && !DIRECTION.test(text) && text.isWellFormed();
}

/**
 * Returns whether a text shows nothing because it has only spaces, characters without a glyph such as U+200B, and empty
 * Braille cells.
 */
export function isBlank(text: string): boolean {
  return !/[^\s\u2800\p{Default_Ignorable_Code_Point}]/u.test(text);
}

export const NOT_SHOWN = 'Please remove the characters that cannot be shown.';

/**
 * Creates a schema for typed text of at most `max` characters: trimmed, and null if it shows nothing. Rejects control
 * and direction characters and lone surrogates; accepts line breaks if `lines` is set.
 */
export function typedText(max: number, { lines = false } = {}) {
  const message = `Please use at most ${max} characters.`;
  return z.pipe(
    // This higher limit rejects a huge text before it is processed. The metadata contains the real limit.
    z.nullable(z.string().check(z.maxLength(max * 4 + 100, message), z.meta({ maxLength: max }))),
    z.transform((typed: string | null, context) => {
      const text = typed?.replace(/\r\n?/g, '\n').trim() ?? '';
      const fault = (message: string) => {
        context.issues.push({ code: 'custom', message, input: typed });
        return z.NEVER;
      };
      if ([...text].length > max) return fault(message);
      if (!isShown(text, lines)) return fault(NOT_SHOWN);
      return isBlank(text) ? null : text;
    }),
  );
}

const DISPLAY_NAME_MAX_LENGTH = 80;
export const displayName = typedText(DISPLAY_NAME_MAX_LENGTH);

const BIO_MAX_LENGTH = 500;
export const bio = typedText(BIO_MAX_LENGTH, { lines: true });
