import * as z from 'zod/mini';
import { parseAddress } from '../addresses.ts';
import { isBlank, isShown, NOT_SHOWN } from '../text.ts';

/** Forms of a page, named as their blocks. */
export const PAGE_FORMS = ['contact', 'subscribe'] as const;
export type PageForm = (typeof PAGE_FORMS)[number];

/** Maximum lengths in characters. */
export const FORM_MAX = { name: 80, email: 254, message: 5000 } as const;

/** A field that people leave empty and bots fill in. Browsers do not autofill a field with this name. */
export const TRAP_FIELD = 'extra';
/** The field with the token that proves that our server rendered the form. */
export const TOKEN_FIELD = 'form';

/** The text to which a subscriber agrees if the owner has not written one. */
export const DEFAULT_WORDING = 'I would like to get news by email. I can unsubscribe at any time.';

/**
 * Creates a schema for typed text of a form: trimmed, with LF line breaks. The first limit rejects a huge text before
 * it is processed.
 */
function formText(max: number, blank: string, lines: boolean) {
  const tooLong = `Please use at most ${max} characters.`;
  return z.string().check(
    z.maxLength(max * 4, tooLong),
    z.overwrite((text) => text.replace(/\r\n?/g, '\n').trim()),
    z.refine((text) => !isBlank(text), blank),
    z.refine((text) => [...text].length <= max, tooLong),
    z.refine((text) => isShown(lines ? text.replaceAll('\t', ' ') : text, lines), NOT_SHOWN),
  );
}

const email = z.string().check(
  z.overwrite((text) => text.trim()),
  z.refine((text) => text !== '', 'Please enter your email address.'),
  z.refine((text) => text === '' || parseAddress(text) !== null, 'Please enter a valid email address.'),
  z.overwrite((text) => parseAddress(text) ?? text),
);

/** POST /{handle}/contact, as application/x-www-form-urlencoded. */
export const contactMessage = z.object({
  name: formText(FORM_MAX.name, 'Please enter your name.', false),
  email,
  message: formText(FORM_MAX.message, 'Please write a message.', true),
});
export type ContactMessage = z.output<typeof contactMessage>;

/** POST /{handle}/subscribe, as application/x-www-form-urlencoded. */
export const subscription = z.object({ email });
