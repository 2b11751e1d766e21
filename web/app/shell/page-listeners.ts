import type { QueryClient } from '@tanstack/react-query';
import { watchOtherTabs, watchRefusals } from '../../accounts/session-monitor.ts';
import { dropStrayPresses } from '../../ui/dialog/stray-double-click.ts';

/** What listens as long as the page is open; of no use before it is alive. */
export function startWatches(client: QueryClient): void {
  dropStrayPresses(window);
  watchRefusals(client);
  watchOtherTabs(client);
}
