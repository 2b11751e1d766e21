import { useEffect, useRef } from 'react';
import type { CurrentUser } from '../../../contract/accounts/accounts.ts';
import { getUser } from '../../../contract/accounts/accounts.ts';
import { call } from '../../api/client.ts';
import { openSessionChannel, type TabUser } from './session-channel.ts';

/** Calls `onUser` for each user that another tab of this browser announces. Sends no request. */
export function useOtherTab(onUser: (user: TabUser) => void, isEnabled = true): void {
  const latest = useRef(onUser);
  latest.current = onUser;
  useEffect(() => {
    if (!isEnabled) return;
    const channel = openSessionChannel();
    if (channel) channel.onmessage = ({ data }: MessageEvent<TabUser>) => latest.current(data);
    return () => channel?.close();
  }, [isEnabled]);
}

/**
 * Calls `onSignedIn` when another tab of this browser has signed in with the address that an email was sent to, usually
 * through its link. Other addresses are ignored: behind a stranger's link, the stranger would see what is typed here.
 */
export function useSignInOfOtherTab(email: string | undefined, onSignedIn: (user: CurrentUser) => void): void {
  useOtherTab((tab) => void check(tab), email !== undefined);

  async function check({ email: other }: TabUser): Promise<void> {
    if (!isSameAddress(other, email)) return;
    const user = await call(getUser).catch(() => null);
    if (user && isSameAddress(user.email, email)) onSignedIn(user);
  }
}

function isSameAddress(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}
