/** Returns the value of a cookie in a Cookie header; undefined if the header lacks it. */
export function cookieValue(header: string, name: string): string | undefined {
  for (let from = 0; from < header.length; ) {
    const at = header.indexOf(`${name}=`, from);
    if (at < 0) return undefined;
    if (at === 0 || header[at - 1] === ' ' || header[at - 1] === ';') {
      const end = header.indexOf(';', at);
      return header.slice(at + name.length + 1, end < 0 ? undefined : end).trim() || undefined;
    }
    from = at + 1;
  }
  return undefined;
}
