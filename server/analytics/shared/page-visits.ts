import type { IncomingMessage } from 'node:http';

/** Counts visits of public pages. No call blocks: a visit is noted and counted later. */
export interface PageVisits {
  /** Notes a view of the page of a handle: a GET whose response was 200 or 304. */
  view(handle: string, request: IncomingMessage): void;
  /**
   * Notes a click on a link. The promise resolves to the handle of the page, or to null if the click is not counted; it
   * never rejects.
   */
  click(counted: Promise<string | null>, link: string, request: IncomingMessage): void;
}
