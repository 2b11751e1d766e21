import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { mayCall } from '../../contract/admin-roles.ts';
import type { Call } from '../../contract/call.ts';
import { checkQuery } from './admin-check.ts';

/** Returns a function that states whether the role of the administrator includes a call. */
export function useMayCall(): (call: Call) => boolean {
  const { data } = useQuery(checkQuery);
  // A server of the previous release has no roles: there, an administrator may do everything.
  return (call) => mayCall(data?.role ?? 'owner', call);
}

/** Shows a control only to administrators whose role includes its call. */
export function May({ call, children }: { call: Call; children: ReactNode }) {
  return useMayCall()(call) ? children : null;
}
