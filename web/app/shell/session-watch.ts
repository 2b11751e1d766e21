import type { QueryClient } from '@tanstack/react-query';
import { watchOtherTabs, watchRefusals } from '../../accounts/session-trouble.ts';
import { dropStrayPresses } from '../../ui/dialog/stray-press.ts';

/** What listens as long as the page is open; of no use before it is alive. */
export function startWatches(client: QueryClient): void {
  dropStrayPresses(window);
  watchRefusals(client);
  watchOtherTabs(client);
}
