import type { Page } from 'playwright';

export type Screen = {
  /** The first part of the file name. */
  name: string;
  /** The path, or a function that returns it for the test data of the run. */
  path: string | ((data: TestData) => string);
  /** The account that is signed in, if any. `newcomer` is an administrator without a handle, `member` has a handle. */
  as?: 'newcomer' | 'member';
  /** Runs before the screen is loaded, for example to mock responses. */
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

/** The test data of a run. */
export type TestData = { handle: string; handleId: number; linkPath: string };
