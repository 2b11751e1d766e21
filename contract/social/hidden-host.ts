import { isShown } from '../text.ts';

/**
 * Returns whether people could take another host for that of an address: a name or a password stands before it, as in
 * https://paypal.com@evil.example, or characters turn the direction of the text. Visitors would see the password, too.
 */
export function hidesItsHost(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username !== '' || password !== '' || !isShown(url, false);
}
