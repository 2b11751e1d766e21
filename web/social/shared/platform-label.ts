import { platformOf } from '../../../contract/platforms.ts';

/** A network's name where its owner chooses among all of them: the two that are called X can be told apart. */
export function platformLabel(id: string): string {
  if (id === 'twitter') return 'X (twitter.com)';
  return platformOf(id)?.name ?? id;
}
