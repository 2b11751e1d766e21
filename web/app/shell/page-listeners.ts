import type { QueryClient } from '@tanstack/react-query';
import { watchOtherTabs, watchUnauthorizedErrors } from '../../accounts/session-monitor.ts';
import { dropStrayDoubleClicks } from '../../ui/dialog/stray-double-click.ts';

/** Installs the listeners that run as long as the page is open. */
export function startPageListeners(client: QueryClient): void {
  dropStrayDoubleClicks(window);
  watchUnauthorizedErrors(client);
  watchOtherTabs(client);
}
