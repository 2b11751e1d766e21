/** The signed-in user of a tab. */
export interface TabUser {
  id: number;
  email: string;
}

/**
 * Opens the channel on which the tabs of this browser announce their signed-in user. Returns undefined if the browser
 * has no channels.
 */
export function openSessionChannel(): BroadcastChannel | undefined {
  return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('nameplate-session');
}
