import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { CurrentUser } from '../../../contract/accounts/accounts.ts';
import { pages } from '../../../contract/paths.ts';
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
  const navigate = useNavigate();

  async function enter(owner: CurrentUser): Promise<void> {
    const { continueAs } = await import('../shell/continue-as.ts');
    continueAs(client, owner);
    navigate(pages.manage());
  }
  return (
    <ClaimPage
      signedInAs={user?.email}
      onSignedIn={(owner) => void enter(owner)}
      onSignedOut={() => {
        markSignedOut(client);
        openSignIn();
      }}
      paidClaim={(claim) => <PaidClaimDialog {...claim} signedInAs={user?.email} />}
    />
  );
}
