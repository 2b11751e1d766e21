/** Returns the `tel:` address of a number that is written for people (RFC 3966): `+44 (0)20 7946 0000` has a zero too many. */
export function phoneLink(phone: string): string {
  const dialled = phone.startsWith('+') ? phone.replace('(0)', '') : phone;
  return `tel:${dialled.replace(/[^\d+]/g, '')}`;
}
