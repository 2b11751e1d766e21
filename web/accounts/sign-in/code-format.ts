/**
 * Copied from SIGN_IN_CODE_DIGITS and SIGN_IN_CODE_ATTEMPTS of contract/accounts/accounts.ts, because importing that
 * file would load the schema library.
 */
export const CODE_DIGITS = 6;
export const CODE_ATTEMPTS = 5;
const GROUP = CODE_DIGITS / 2;

/** The content of the code field and the position of its caret. */
export interface CodeText {
  text: string;
  caret: number;
}

/**
 * Returns the digits of a text, at most as many as a code has. If the text has a code among other numbers, returns that
 * code.
 */
export function codeDigits(text: string): string {
  const plain = text.normalize('NFKC');
  const whole = /(?<!\d)(\d{3})[\s-]?(\d{3})(?!\d)/.exec(plain);
  return whole ? `${whole[1]}${whole[2]}` : plain.replace(/\D/g, '').slice(0, CODE_DIGITS);
}

/** Returns digits as "123 456". */
export function formatCode(digits: string): string {
  return digits.length > GROUP ? `${digits.slice(0, GROUP)} ${digits.slice(GROUP)}` : digits;
}

/** Returns the content of the code field after an edit: `edited` is the browser's edit of `before`. */
export function editCode(before: string, edited: CodeText): CodeText {
  let digits = codeDigits(edited.text);
  let digitsLeft = edited.text.slice(0, edited.caret).replace(/\D/g, '').length;
  // Only the space was deleted. Formatting would restore it, so the digit before it is deleted too.
  if (edited.caret === GROUP && edited.text === digits && before === formatCode(digits) && before !== digits) {
    digits = digits.slice(0, GROUP - 1) + digits.slice(GROUP);
    digitsLeft = GROUP - 1;
  }
  const left = Math.min(digitsLeft, digits.length);
  return { text: formatCode(digits), caret: left + (left > GROUP ? 1 : 0) };
}
