import type { Page } from 'playwright';
import type { Database } from '../../server/platform/db/database.ts';
import type { Owner } from '../../tests/support/seeds/owner.ts';

export type Screen = {
  /** The first part of the file name. */
  name: string;
  /** The path, or a function that returns it for the test data of the run. */
  path: string | ((data: TestData) => string);
  /** The account that is signed in, if any. `newcomer` is an administrator without a handle, `member` has a handle. */
  as?: 'newcomer' | 'member';
  /**
   * Fills the server before the screen is captured. An owner that it returns is signed in as `member`, and `data` is theirs.
   */
  seed?: (db: Database) => Promise<(Owner & { decisionId?: number }) | null>;
  /** Runs before the screen is loaded, for example to mock a failure. */
  prepare?: (page: Page) => Promise<void>;
  /** Shown with the colours of the system (Windows' high contrast). */
  forcedColors?: true;
  /** The screen shows a loading state. All others are captured once everything has loaded. */
  isLoading?: true;
  /** The screen is captured only while its dialog is visible. */
  hasDialog?: true;
  /** Runs on the screen before the screenshot. */
  act?: (page: Page) => Promise<void>;
};

/** Returns a seed that fills the server once, for all screens that use it. */
export function forAll(fill: (db: Database) => Promise<unknown>): NonNullable<Screen['seed']> {
  let filled: Promise<unknown> | undefined;
  return async (db) => {
    filled ??= fill(db);
    await filled;
    return null;
  };
}

/** Makes every request to a path fail. */
export const failing = (path: string) => async (page: Page) => {
  await page.route(path, (route) => route.abort());
};

/** The test data of a run. */
export type TestData = { handle: string; handleId: number; linkPath: string; decisionId?: number };
