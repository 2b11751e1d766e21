import { useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '../../../contract/accounts/accounts.ts';
import { getUser } from '../../../contract/accounts/accounts.ts';
import { pathOf } from '../../../contract/call.ts';

/** The verified address of the signed-in account, which every screen of the account has read; undefined if it is not verified. */
export function useOwnAddress(): string | undefined {
  const user = useQueryClient().getQueryData<CurrentUser | null>([pathOf(getUser)]);
  return user?.emailVerified ? user.email : undefined;
}
