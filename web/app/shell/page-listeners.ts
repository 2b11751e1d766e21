import type { QueryClient } from '@tanstack/react-query';
import { watchOtherTabs, watchUnauthorizedErrors } from '../../accounts/session-monitor.ts';
import { dropStrayDoubleClicks } from '../../ui/dialog/stray-double-click.ts';

/** What listens as long as the page is open; of no use before it is alive. */
export function startPageListeners(client: QueryClient): void {
  dropStrayDoubleClicks(window);
  watchUnauthorizedErrors(client);
  watchOtherTabs(client);
}
