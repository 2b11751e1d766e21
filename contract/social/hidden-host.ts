import { isShown } from '../text.ts';

/**
 * Returns whether people could mistake the host of an address: a user name or password precedes it, as in
 * https://paypal.com@evil.example, or characters change the direction of the text. Visitors would also see the
 * password.
 */
export function hidesItsHost(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username !== '' || password !== '' || !isShown(url, false);
}
