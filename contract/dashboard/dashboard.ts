import * as z from 'zod/mini';
import { defineCall, done } from '../call.ts';
import { handlePage } from '../handles/handles.ts';

const count = z.int().check(z.nonnegative());

/** One item of GET /api/handle-figures: the data of a handle that the dashboard shows in addition to its settings. */
const handleFigures = z.object({
  id: z.int().check(z.positive()),
  /**
   * Number of links that visitors now see on the page: networks, other links and embeds. Each icon of a row is one
   * link.
   */
  links: count,
  /** Time of the last received or sent mail in the delivery log; null without mail, and for editors of a team. */
  lastMailAt: z.nullable(z.iso.datetime()),
  /** Views of the page in the last 30 days (UTC), including today; null for editors of a team. */
  views: z.nullable(count),
});
export type HandleFigures = z.infer<typeof handleFigures>;

/** GET /api/handle-figures: the handles of the same page of GET /api/handles, in the same order. */
export const handleFiguresList = z.array(handleFigures);

/**
 * States of an account's first run: `new` until its first handle has been celebrated, `open` until the checks are done
 * or dismissed.
 */
const FIRST_RUN_STATES = ['new', 'open', 'ended'] as const;
export type FirstRun = (typeof FIRST_RUN_STATES)[number];

/** PUT /api/first-run: the state can only advance. */
const firstRunRequest = z.strictObject({ state: z.enum(['open', 'ended']) });
export type FirstRunRequest = z.infer<typeof firstRunRequest>;

export const getHandleFigures = defineCall('GET /api/handle-figures', {
  by: 'account',
  query: handlePage,
  response: handleFiguresList,
});

export const putFirstRun = defineCall('PUT /api/first-run', { by: 'account', body: firstRunRequest, response: done });
