import { LRUCache } from 'lru-cache';

/** The name of views without a referrer, or with one of our own pages. */
const DIRECT = 'direct';

export const MAX_REFERRER_LENGTH = 1024;
const MAX_CACHED = 2000;
const MAX_HOST_LENGTH = 100;
const MAX_QUERY_LENGTH = 2048;
const MAX_VALUE_LENGTH = 64;
const CAMPAIGN = ['utm_source', 'utm_medium', 'utm_campaign'];
/** The scheme of Android apps, whose host is the name of the package. */
const SCHEMES = new Set(['http:', 'https:', 'android-app:']);

/** Returns only the host of a Referer header, in lower case; `direct` unless it is another site. */
function referrerHost(referrer: string, ownHosts: ReadonlySet<string>): string {
  if (referrer.length > MAX_REFERRER_LENGTH || !URL.canParse(referrer)) return DIRECT;
  const { protocol, hostname } = new URL(referrer);
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (!SCHEMES.has(protocol) || ownHosts.has(host) || !/^[\w.:[\]-]+$/.test(host)) return DIRECT;
  return host.length > MAX_HOST_LENGTH ? DIRECT : host;
}

/** Returns `referrerHost` with a cache. `ownHosts` are ours, without ports. */
export function cachedReferrers(ownHosts: ReadonlySet<string>): (referrer: string | undefined) => string {
  const known = new LRUCache<string, string>({ max: MAX_CACHED });
  return (referrer) => {
    if (referrer === undefined || referrer === '' || referrer.length > MAX_REFERRER_LENGTH) return DIRECT;
    let host = known.get(referrer);
    if (host === undefined) {
      host = referrerHost(referrer, ownHosts);
      known.set(referrer, host);
    }
    return host;
  };
}

/** Returns source, medium and name of the campaign in a query, joined by " / "; undefined if the query names none. */
export function campaignOf(url: string): string | undefined {
  const start = url.indexOf('?');
  if (start < 0 || !url.includes('utm_', start) || url.length - start > MAX_QUERY_LENGTH) return undefined;
  const query = new URLSearchParams(url.slice(start + 1));
  const values = CAMPAIGN.map((name) => storable(query.get(name) ?? '')).filter((value) => value !== '');
  return values.length > 0 ? values.join(' / ') : undefined;
}

/** Returns a value without control characters, lone surrogates and spaces around it, cut to 64 characters. */
function storable(value: string): string {
  const text = value.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return [...text.slice(0, MAX_VALUE_LENGTH * 2)].slice(0, MAX_VALUE_LENGTH).join('').toWellFormed().trim();
}
