/** Maximum length of a handle. The handle is the local part of its address, for which RFC 5321 allows 64 octets. */
export const HANDLE_MAX_LENGTH = 30;

/** Letters, digits, hyphens and single dots; a letter or digit first and last: a subset of dot-atom (RFC 5321 4.1.2). */
const HANDLE_SHAPE = /^[a-z0-9](?:[a-z0-9-]|\.(?!\.))*[a-z0-9]$/;

/** Returns the text in lower case without the characters that a handle cannot have. */
export function handleCharacters(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9.-]/g, '');
}

/** Returns the value of the handle field for typed or pasted text: lower case, allowed characters only, at most 30. */
export function filterHandle(typed: string): string {
  return handleCharacters(typed).slice(0, HANDLE_MAX_LENGTH);
}

/** Checks the syntax of a handle. It does not check whether the handle is free or reserved. */
export function isHandle(value: string): boolean {
  if (value.length === 1) return /[a-z]/.test(value);
  return value.length <= HANDLE_MAX_LENGTH && HANDLE_SHAPE.test(value);
}

/** The reason why a handle is not available. */
export type UnavailableReason = 'taken' | 'reserved' | 'invalid' | 'not-offered';
