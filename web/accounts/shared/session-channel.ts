/** The signed-in user of a tab. */
export interface TabUser {
  id: number;
  email: string;
}

/** Opens the channel on which tabs of this browser send the user that they are signed in as; undefined if it has none. */
export function openSessionChannel(): BroadcastChannel | undefined {
  return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('nameplate-session');
}
