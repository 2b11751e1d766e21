import type { IncomingHttpHeaders } from 'node:http';
import type { Device } from './user-agents.ts';
import { MAX_REFERRER_LENGTH } from './visit-sources.ts';

/** The parts of a request that tell visits apart. */
export interface VisitOrigin {
  /** The address of the connection, and X-Forwarded-For of one by a proxy of ours. */
  remote: string;
  forwarded: string | undefined;
  userAgent: string;
  referrer: string | undefined;
  /** The URL with its query, if that may name a campaign; else empty. */
  url: string;
}

/** Where a visit comes from, as it is counted. */
export interface VisitSource {
  address: string;
  country: string;
  /** The host of the referrer. */
  referrer: string;
  campaign: string | undefined;
}

/** Views of a page that do not differ, or a click on one of its links, with what was found out about them. */
export class Visit {
  readonly handle: string;
  /** The link that was clicked; undefined for a view. */
  readonly link: string | undefined;
  readonly remote: string;
  readonly forwarded: string | undefined;
  readonly userAgent: string;
  readonly referrer: string | undefined;
  readonly url: string;
  /** Milliseconds; undefined for a visit of this moment. */
  at: number | undefined = undefined;
  /** The session of the browser that is signed in. */
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

/** Returns a URL if its query may name a campaign; else an empty string. */
export function campaignUrl(url: string): string {
  return url.indexOf('?') >= 0 && url.includes('utm_') ? url : '';
}

/**
 * Returns false for a request that is not counted: its sender asks not to be tracked (DNT, Global Privacy Control), or a browser
 * or proxy fetches the page ahead.
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

/** Returns the Referer header; undefined for one that is empty or too long to be counted. */
export function referrerOf({ referer }: IncomingHttpHeaders): string | undefined {
  return referer === '' || (referer !== undefined && referer.length > MAX_REFERRER_LENGTH) ? undefined : referer;
}
