/** Longest handle, and so the longest local part of an address that we give out. */
export const HANDLE_MAX_LENGTH = 30;

/** Dot-atom over the spec's alphabet: letters, numbers, hyphens and single dots, none of them first or last but letters and numbers. */
const HANDLE_SHAPE = /^[a-z0-9](?:[a-z0-9-]|\.(?!\.))*[a-z0-9]$/;

/** The characters of a text that a handle may have, in lower case. */
export function handleCharacters(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9.-]/g, '');
}

/** What the handle field keeps of what was typed or pasted: lower case, the allowed characters, at most 30 of them. */
export function filterHandle(typed: string): string {
  return handleCharacters(typed).slice(0, HANDLE_MAX_LENGTH);
}

/** Whether this is a handle that somebody could own: syntax only, not whether it is free or reserved. */
export function isHandle(value: string): boolean {
  if (value.length === 1) return /^[a-z]$/.test(value);
  return value.length <= HANDLE_MAX_LENGTH && HANDLE_SHAPE.test(value);
}

/** Why a handle can't be had. */
export type UnavailableReason = 'taken' | 'reserved' | 'invalid' | 'not-offered';
