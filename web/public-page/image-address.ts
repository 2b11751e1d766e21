/** Returns the `src` that a page may load: a path of this site or an https URL; undefined for anything else. */
export function imageAddress(value: string | null, origin: string): string | undefined {
  if (!value) return undefined;
  if (/^\/(?![/\\])/.test(value)) return value;
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  return url.protocol === 'https:' || url.origin === origin ? url.href : undefined;
}

/** Returns the same as an absolute URL, for link previews. */
export function absoluteImageAddress(value: string | null, origin: string): string | undefined {
  const address = imageAddress(value, origin);
  return address?.startsWith('/') ? `${origin}${address}` : address;
}
