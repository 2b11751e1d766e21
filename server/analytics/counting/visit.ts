import type { IncomingHttpHeaders } from 'node:http';
import type { Device } from './user-agents.ts';
import { MAX_REFERRER_LENGTH } from './visit-sources.ts';

/** The parts of a request that tell visits apart. */
export interface VisitOrigin {
  /** The address of the connection, and X-Forwarded-For if the connection comes from one of our proxies. */
  remote: string;
  forwarded: string | undefined;
  userAgent: string;
  referrer: string | undefined;
  /** The URL with its query, if that may name a campaign; else empty. */
  url: string;
}

/** The counted source of a visit. */
export interface VisitSource {
  address: string;
  country: string;
  /** The host of the referrer. */
  referrer: string;
  campaign: string | undefined;
}

/** Equal views of a page, or a click on one of its links, with what is known about them. */
export class Visit {
  readonly handle: string;
  /** The link that was clicked; undefined for a view. */
  readonly link: string | undefined;
  readonly remote: string;
  readonly forwarded: string | undefined;
  readonly userAgent: string;
  readonly referrer: string | undefined;
  readonly url: string;
  /** Milliseconds; undefined for a visit happening now. */
  at: number | undefined = undefined;
  /** The session token of a signed-in browser. */
  token: string | undefined = undefined;
  /** Visits that are not counted yet. */
  count = 1;
  /** null for a program; undefined until it is read. */
  device: Device | null | undefined = undefined;
  source: VisitSource | undefined = undefined;
  /** The last day on which the visitor was counted. */
  visitorOn = -1;
  /** The next known visit under the same key. */
  next: Visit | undefined = undefined;

  constructor(handle: string, link: string | undefined, origin: VisitOrigin) {
    this.handle = handle;
    this.link = link;
    this.remote = origin.remote;
    this.forwarded = origin.forwarded;
    this.userAgent = origin.userAgent;
    this.referrer = origin.referrer;
    this.url = origin.url;
  }
}

/** Returns the URL if its query may name a campaign, else an empty string. */
export function campaignUrl(url: string): string {
  return url.indexOf('?') >= 0 && url.includes('utm_') ? url : '';
}

/**
 * Returns false for a request that is not counted: its sender asks not to be tracked (DNT, Global Privacy Control), or
 * a browser or proxy prefetches the page.
 */
export function mayCount(headers: IncomingHttpHeaders): boolean {
  return (
    headers.dnt !== '1' &&
    headers['sec-gpc'] !== '1' &&
    headers['sec-purpose'] === undefined &&
    headers.purpose === undefined &&
    headers['x-purpose'] === undefined &&
    headers['x-moz'] === undefined
  );
}

/** Returns the Referer header; undefined if it is empty or too long to be counted. */
export function referrerOf({ referer }: IncomingHttpHeaders): string | undefined {
  return referer === '' || (referer !== undefined && referer.length > MAX_REFERRER_LENGTH) ? undefined : referer;
}
