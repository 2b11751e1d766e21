/** The digits of a short national number, and of the longest number with its country code (ITU-T E.164). */
const [MIN_DIGITS, MAX_DIGITS] = [5, 15];
const MAX_LENGTH = 40;

/** Returns whether a text is a phone number that people can read and dial: digits, grouped as usual, with or without a `+`. */
export function isPhoneNumber(text: string): boolean {
  if (text.length > MAX_LENGTH || !/^\+?[\d(][\d ()./-]*\d$/.test(text)) return false;
  const digits = text.replace(/\D/g, '').length;
  const isBalanced = !/[()]/.test(text.replace(/\(\d{1,5}\)/g, ''));
  return digits >= MIN_DIGITS && digits <= MAX_DIGITS && isBalanced;
}
