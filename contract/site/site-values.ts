/** Returns the value at a path such as `claims.mode` or `footer.0.url`; undefined if the path does not exist. */
export function valueAt(document: unknown, name: string): unknown {
  return name
    .split('.')
    .reduce((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), document);
}

/** Returns a copy with another value at such a name. A value that has no parts, such as true, is replaced. */
export function withValueAt(document: unknown, name: string, value: unknown): unknown {
  const [key = '', ...rest] = name.split('.');
  const before = isObject(document) ? document : {};
  const after = rest.length === 0 ? value : withValueAt(valueAt(before, key), rest.join('.'), value);
  return Array.isArray(before) && /^\d+$/.test(key)
    ? Object.assign([...before], { [key]: after })
    : { ...before, [key]: after };
}

/** Returns whether a value has parts. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
