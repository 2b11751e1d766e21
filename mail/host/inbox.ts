import type { Resolution } from './directory.ts';

/** An inbox of a recipient. */
export interface Inbox {
  /** Null for the recipient's own inbox, and for those of a role address. */
  id: number | null;
  address: string;
  /** The inbox has reached its hourly limit, so that its copy waits while the others get theirs. */
  isFull?: boolean;
}

/** Returns the inboxes of a recipient, its own first; none if it is rejected. Two of them may have the same address. */
export function inboxesOf(resolution: Resolution): Inbox[] {
  if (resolution.kind === 'fanout') return resolution.destinations.map((address) => ({ id: null, address }));
  if (resolution.kind !== 'forward') return [];
  const { destination, others = [] } = resolution;
  return destination === null ? others : [{ id: null, address: destination }, ...others];
}
