import { useQueryClient } from '@tanstack/react-query';
import { markSignedOut, useCurrentUser } from '../../accounts/current-user.ts';
import { useOpenSignIn } from '../../accounts/shared/sign-in.ts';
import { ClaimPage } from '../../handles/claim/claim-page.tsx';
import { dialogOnDemand } from '../../ui/dialog/dialog-on-demand.tsx';

const PaidClaimDialog = dialogOnDemand(
  async () => (await import('../../payments/paid-claim-dialog.tsx')).PaidClaimDialog,
);

/** `/create`: the claim page, with the dialog that buys paid handles. */
export function CreateRoute() {
  const { data: user } = useCurrentUser();
  const client = useQueryClient();
  const openSignIn = useOpenSignIn();
  return (
    <ClaimPage
      signedInAs={user?.email}
      onSignedOut={() => {
        markSignedOut(client);
        openSignIn();
      }}
      paidClaim={(claim) => <PaidClaimDialog {...claim} signedInAs={user?.email} />}
    />
  );
}
