import type { SiteDocument } from '../../../contract/site/site-document.ts';

/** What the operator has set about the names of handles. */
export type Names = SiteDocument['names'];

/** Returns whether the operator gives away the handles of a plan. */
export function costsNothing({ free }: Names, plan: string): boolean {
  return typeof free === 'boolean' ? free : free.some((name) => name === plan);
}

/** Returns whether the operator has reserved a handle. Owners keep the handles that they already have. */
export function isReservedHere({ reserved }: Names, handle: string): boolean {
  return reserved.some((pattern) => matches(pattern, handle));
}

/** Returns whether a pattern matches a whole handle; `*` matches zero or more characters. */
function matches(pattern: string, handle: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return handle === pattern;
  if (!handle.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = handle.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return handle.length - last.length >= at && handle.endsWith(last);
}
