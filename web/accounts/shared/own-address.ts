import { useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '../../../contract/accounts/accounts.ts';
import { getUser } from '../../../contract/accounts/accounts.ts';
import { pathOf } from '../../../contract/call.ts';

/**
 * Returns the verified address of the signed-in account, or undefined if it is not verified. Every account screen has
 * loaded it.
 */
export function useOwnAddress(): string | undefined {
  const user = useQueryClient().getQueryData<CurrentUser | null>([pathOf(getUser)]);
  return user?.emailVerified ? user.email : undefined;
}
