/** What an `<img>` of the page may load: our own files by path, anything else by https only. Undefined for the rest. */
export function imageAddress(value: string | null, origin: string): string | undefined {
  if (!value) return undefined;
  if (/^\/(?![/\\])/.test(value)) return value;
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  return url.protocol === 'https:' || url.origin === origin ? url.href : undefined;
}

/** The same for readers that know nothing of the page's address, such as link previews. */
export function absoluteImageAddress(value: string | null, origin: string): string | undefined {
  const address = imageAddress(value, origin);
  return address?.startsWith('/') ? `${origin}${address}` : address;
}
