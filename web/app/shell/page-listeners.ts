import type { QueryClient } from '@tanstack/react-query';
import { announceUser, watchOtherTabs, watchUnauthorizedErrors } from '../../accounts/session-monitor.ts';
import { dropStrayDoubleClicks } from '../../ui/dialog/stray-double-click.ts';

let isStarted = false;

/** Installs the listeners of the page on the first call, and announces the signed-in user to other tabs on every call. */
export function startPageListeners(client: QueryClient): void {
  if (!isStarted) {
    isStarted = true;
    dropStrayDoubleClicks(window);
    watchUnauthorizedErrors(client);
    watchOtherTabs(client);
  }
  announceUser(client);
}
