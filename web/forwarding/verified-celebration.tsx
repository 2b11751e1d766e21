import { useQuery } from '@tanstack/react-query';
import { forwardingQuery } from './forwarding-query.ts';
import { policyQuery } from './policy/policy-query.ts';
import { type VerifiedClaim, VerifiedDialog } from './verified-dialog.tsx';

interface VerifiedCelebrationProps {
  claim: VerifiedClaim;
  /** Whether somebody is signed in. */
  signedIn: boolean;
  onClose: () => void;
  onDashboard: () => void;
}

/**
 * Celebrates a verified inbox by name where the signed-in owner's own records say the same, and without any name otherwise:
 * the link may have been opened where nobody is signed in, or the address may be made up.
 */
export function VerifiedCelebration({ claim, signedIn, ...dialog }: VerifiedCelebrationProps) {
  const { handle, email, takesOver } = claim;
  const records = useQuery({ ...forwardingQuery, enabled: signedIn });
  const record = records.data?.find((one) => one.handle === handle);
  const policy = useQuery({ ...policyQuery(record?.id ?? 0), enabled: takesOver && record !== undefined });
  if (records.isFetching || policy.isFetching) return null;
  const proven = takesOver
    ? policy.data?.backupStatus === 'verified' && policy.data.backupEmail === email
    : record?.active === 1 && record.forwarding_email === email;
  return <VerifiedDialog {...dialog} claim={proven ? claim : null} />;
}
