import type { IncomingMessage } from 'node:http';

/** Counts visits of public pages. No call waits: a visit is noted, and counted later. */
export interface PageVisits {
  /** Notes a view of the page of a handle, for a GET that was answered with 200 or 304. */
  view(handle: string, request: IncomingMessage): void;
  /** Notes a click on a link of the page whose handle the promise has; null if it is not counted. The promise never rejects. */
  click(counted: Promise<string | null>, link: string, request: IncomingMessage): void;
}
