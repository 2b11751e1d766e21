import type { IncomingMessage } from 'node:http';

/** A view of a page, or a click on one of its links, with the parts of the request that counting needs. */
export interface Visit {
  handle: string;
  /** The link that was clicked; undefined for a view. */
  link: string | undefined;
  /** Milliseconds; undefined for a visit of this moment. */
  at: number | undefined;
  /** The address of the connection, and X-Forwarded-For. */
  remote: string;
  forwarded: string | undefined;
  userAgent: string | undefined;
  referrer: string | undefined;
  /** The URL with its query. */
  url: string;
  cookie: string | undefined;
}

/**
 * Returns the visit that a request is; undefined for one that is not counted: its sender asks not to be tracked (DNT, Global
 * Privacy Control), or a browser or proxy fetches the page ahead, or without showing it.
 */
export function visitOf(handle: string, link: string | undefined, request: IncomingMessage): Visit | undefined {
  const { headers } = request;
  if (headers.dnt === '1' || headers['sec-gpc'] === '1') return undefined;
  if (headers['sec-purpose'] !== undefined || headers.purpose !== undefined || headers['x-purpose'] !== undefined) {
    return undefined;
  }
  if (headers['x-moz'] !== undefined) return undefined;
  // A browser sends pings with the destination `empty`, from the page itself.
  const [name, value] = link === undefined ? (['sec-fetch-dest', 'document'] as const) : SAME_ORIGIN;
  if (headers[name] !== undefined && headers[name] !== value) return undefined;
  return {
    handle,
    link,
    at: undefined,
    remote: request.socket.remoteAddress ?? '',
    forwarded: headers['x-forwarded-for'] as string | undefined,
    userAgent: headers['user-agent'],
    referrer: headers.referer,
    url: request.url ?? '',
    cookie: headers.cookie,
  };
}

const SAME_ORIGIN = ['sec-fetch-site', 'same-origin'] as const;
