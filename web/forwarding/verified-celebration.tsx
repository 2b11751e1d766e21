import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { forwardingQuery } from './forwarding-query.ts';
import { policyQuery } from './policy/policy-query.ts';
import { type VerifiedClaim, VerifiedDialog } from './verified-dialog.tsx';

interface VerifiedCelebrationProps {
  claim: VerifiedClaim;
  /** True if a user is signed in. */
  signedIn: boolean;
  onClose: () => void;
  onDashboard: () => void;
}

/**
 * Celebrates a verified inbox. It names the inbox only if a record of the signed-in owner confirms it: the link may have
 * been opened without a session, and the address of the page may be forged.
 */
export function VerifiedCelebration({ claim, signedIn, ...dialog }: VerifiedCelebrationProps) {
  const { handle, email, takesOver } = claim;
  const records = useQuery({ ...forwardingQuery, enabled: signedIn });
  const record = records.data?.find((candidate) => candidate.handle === handle);
  const policy = useQuery({ ...policyQuery(record?.id ?? 0), enabled: takesOver && record !== undefined });
  if (awaits(records) || awaits(policy)) return null;
  const confirmed = takesOver
    ? policy.data?.backupStatus === 'verified' && policy.data.backupEmail === email
    : record?.active === 1 && record.forwarding_email === email;
  return <VerifiedDialog {...dialog} claim={confirmed ? claim : null} />;
}

/** Returns whether the shown data may be older than the verification. A later refetch does not close the dialog. */
function awaits({ isFetching, isFetchedAfterMount }: UseQueryResult): boolean {
  return isFetching && !isFetchedAfterMount;
}
