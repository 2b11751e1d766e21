import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { getClaimInvitation, type ShownInvitation } from '../../../contract/claims/shown-invitation.ts';
import { queryOf } from '../../api/query-client.ts';

/** The invitation in the address of the claim page. */
export interface Invitation {
  code: string;
  /** Undefined until the server has answered. */
  shown: ShownInvitation | undefined;
  /** Whether the server could not be asked. */
  isUnknown: boolean;
}

/** Returns the invitation of `?invitation=`; undefined without one. */
export function useInvitation(): Invitation | undefined {
  const code = useSearchParams()[0].get('invitation') ?? '';
  const { data, isError } = useQuery({
    ...queryOf(getClaimInvitation, { code }),
    enabled: code !== '',
  });
  return code === '' ? undefined : { code, shown: data, isUnknown: isError };
}
