import type { QueryClient } from '@tanstack/react-query';
import { announceUser, watchOtherTabs, watchUnauthorizedErrors } from '../../accounts/session-monitor.ts';
import { dropStrayDoubleClicks } from '../../ui/dialog/stray-double-click.ts';

let isStarted = false;

/** Installs the listeners that run as long as the page is open, once, and sends the signed-in user to other tabs. */
export function startPageListeners(client: QueryClient): void {
  if (!isStarted) {
    isStarted = true;
    dropStrayDoubleClicks(window);
    watchUnauthorizedErrors(client);
    watchOtherTabs(client);
  }
  announceUser(client);
}
