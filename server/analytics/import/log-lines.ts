/** A request in an access log. */
export interface LoggedRequest {
  at: number;
  address: string;
  method: string;
  /** Path and query. */
  url: string;
  /** The Host header; undefined if the log does not have it. */
  host: string | undefined;
  status: number;
  referrer: string | undefined;
  userAgent: string | undefined;
  /** Whether the CDN served the page without asking us; undefined if the log does not show it. */
  isHit: boolean | undefined;
}

/**
 * The combined log format of Apache and nginx, with optional further fields. Matching is linear, because every part
 * excludes its delimiter.
 */
const COMBINED =
  /^(\S{1,100}) \S{1,100} \S{1,200} \[(\d\d)\/(\w{3})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d{4})\] "([A-Z]{1,20}) (\S{1,8000}) HTTP\/[\d.]{1,5}" (\d{3}) \S{1,20} "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)"/;
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** Field names in the JSON lines of Cloudflare, Fastly, CloudFront, Bunny, and nginx configured for JSON. */
const FIELDS = {
  address: ['ClientIP', 'client_ip', 'clientIp', 'c-ip', 'remote_addr', 'RemoteIp'],
  method: ['ClientRequestMethod', 'request_method', 'method', 'cs-method'],
  url: ['ClientRequestURI', 'request_uri', 'uri', 'url', 'path', 'cs-uri-stem', 'PathAndQuery'],
  query: ['cs-uri-query'],
  host: ['ClientRequestHost', 'host', 'x-host-header', 'cs(Host)', 'Host'],
  status: ['EdgeResponseStatus', 'response_status', 'status', 'sc-status', 'StatusCode'],
  referrer: [
    'ClientRequestReferer',
    'request_referer',
    'http_referer',
    'referer',
    'referrer',
    'cs(Referer)',
    'RefererUrl',
  ],
  userAgent: [
    'ClientRequestUserAgent',
    'request_user_agent',
    'http_user_agent',
    'user_agent',
    'cs(User-Agent)',
    'UserAgent',
  ],
  time: ['EdgeStartTimestamp', 'timestamp', 'time_iso8601', '@timestamp', 'Timestamp', 'time'],
  cache: ['CacheCacheStatus', 'cache_status', 'x-edge-result-type', 'upstream_cache_status', 'CacheStatus', 'cache'],
} as const;

/** Returns the request of a line in the combined log format or as JSON; null for any other line. */
export function parseLogLine(line: string): LoggedRequest | null {
  return line.startsWith('{') ? parseJson(line) : parseCombined(line);
}

function parseCombined(line: string): LoggedRequest | null {
  const parts = COMBINED.exec(line);
  if (!parts) return null;
  const [, address = '', day = '', month = '', year = '', time = '', zone = '', method = '', url = ''] = parts;
  const [status, referrer = '', userAgent = ''] = parts.slice(9);
  const number = MONTHS.indexOf(month) / 3 + 1;
  const at = Date.parse(
    `${year}-${String(number).padStart(2, '0')}-${day}T${time}${zone.slice(0, 3)}:${zone.slice(3)}`,
  );
  if (Number.isNaN(at)) return null;
  const given = (text: string) => (text === '-' || text === '' ? undefined : text.replace(/\\(["\\])/g, '$1'));
  const headers = { referrer: given(referrer), userAgent: given(userAgent) };
  return { at, address, method, url, host: undefined, status: Number(status), ...headers, isHit: undefined };
}

function parseJson(line: string): LoggedRequest | null {
  let fields: unknown;
  try {
    fields = JSON.parse(line);
  } catch {
    return null;
  }
  const text = (names: readonly string[]) => {
    for (const name of names) {
      const value = Object.hasOwn(fields as object, name) ? (fields as Record<string, unknown>)[name] : undefined;
      if (typeof value === 'number') return String(value);
      if (typeof value === 'string' && value !== '' && value !== '-') return value;
    }
    return undefined;
  };
  const at = timeOf(text(FIELDS.time), text(['date']));
  const [address, url, status] = [text(FIELDS.address), text(FIELDS.url), Number(text(FIELDS.status))];
  if (at === null || !address || !url?.startsWith('/') || !Number.isInteger(status)) return null;
  const query = text(FIELDS.query);
  const cache = text(FIELDS.cache);
  return {
    at,
    address,
    method: text(FIELDS.method) ?? 'GET',
    url: query === undefined ? url : `${url}?${query}`,
    host: text(FIELDS.host),
    status,
    referrer: text(FIELDS.referrer),
    userAgent: decoded(text(FIELDS.userAgent)),
    // A response that the CDN validated with us was counted here.
    isHit: cache === undefined ? undefined : /^(hit|stale|updating)/i.test(cache),
  };
}

/** Decodes a user agent, because CloudFront escapes them. */
function decoded(text: string | undefined): string | undefined {
  if (text === undefined || !text.includes('%20')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads an ISO time, a separate date and time (CloudFront), or a number of seconds, milliseconds or nanoseconds. */
function timeOf(time: string | undefined, date: string | undefined): number | null {
  if (time === undefined || time.length > 40) return null;
  let at: number;
  if (/^\d+(\.\d+)?$/.test(time)) {
    at = Number(time);
    while (at > 1e14) at /= 1000;
    if (at < 1e11) at *= 1000;
  } else at = Date.parse(date !== undefined && /^\d\d:\d\d/.test(time) ? `${date}T${time}Z` : time);
  return Number.isFinite(at) ? Math.floor(at) : null;
}
