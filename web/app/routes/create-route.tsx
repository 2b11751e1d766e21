import { useCurrentUser } from '../../accounts/current-user.ts';
import { ClaimPage } from '../../handles/claim/claim-page.tsx';
import { dialogOnDemand } from '../../ui/dialog/dialog-on-demand.tsx';

const PaidClaimDialog = dialogOnDemand(
  async () => (await import('../../payments/paid-claim-dialog.tsx')).PaidClaimDialog,
);

/** `/create`: the claim page, with the dialog that buys paid handles. */
export function CreateRoute() {
  const { data: user } = useCurrentUser();
  return <ClaimPage paidClaim={(claim) => <PaidClaimDialog {...claim} signedInAs={user?.email} />} />;
}
