/** An address as this page asks for it: by path where it is our own, also where the page was opened under another name. */
export function sameOriginPath(address: string, origin: string): string {
  return address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
}
