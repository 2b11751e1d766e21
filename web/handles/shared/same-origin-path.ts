/** Returns the path of a URL on our origin, so that it also loads if the page was opened under another host name. */
export function sameOriginPath(address: string, origin: string): string {
  return address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
}
