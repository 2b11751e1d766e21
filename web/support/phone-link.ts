/** Returns the `tel:` address (RFC 3966) of a number written for people. Drops the `(0)` of `+44 (0)20 7946 0000`. */
export function phoneLink(phone: string): string {
  const dialled = phone.startsWith('+') ? phone.replace('(0)', '') : phone;
  return `tel:${dialled.replace(/[^\d+]/g, '')}`;
}
