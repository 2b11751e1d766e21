import { platformOf } from '../../../contract/social/platforms.ts';

/** Returns the name of a platform for pickers, where the two platforms named X must be distinguishable. */
export function platformLabel(id: string): string {
  if (id === 'twitter') return 'X (twitter.com)';
  return platformOf(id)?.name ?? id;
}
