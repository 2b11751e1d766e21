import { useQueryClient } from '@tanstack/react-query';
import { DoorClosed } from 'lucide-react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { CurrentUser } from '../../../contract/accounts/accounts.ts';
import { isInvitationNeeded } from '../../../contract/claim-modes/claim-rule.ts';
import { CLAIM_TEXTS } from '../../../contract/claim-modes/claim-texts.ts';
import { pages } from '../../../contract/paths.ts';
import { markSignedOut, useCurrentUser } from '../../accounts/current-user.ts';
import { useOpenSignIn } from '../../accounts/shared/sign-in.ts';
import { useSite } from '../../api/site.ts';
import { ClaimPage } from '../../handles/claim/claim-page.tsx';
import { dialogOnDemand } from '../../ui/dialog/dialog-on-demand.tsx';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { MessageState } from '../../ui/message-state.tsx';

const PaidClaimDialog = dialogOnDemand(
  async () => (await import('../../payments/paid-claim-dialog.tsx')).PaidClaimDialog,
);

/** `/create`: the claim page, with the dialog that buys paid handles. */
export function CreateRoute() {
  const { data: user } = useCurrentUser();
  const client = useQueryClient();
  const openSignIn = useOpenSignIn();
  const navigate = useNavigate();
  const { claims } = useSite();

  async function enter(owner: CurrentUser): Promise<void> {
    const { continueAs } = await import('../shell/continue-as.ts');
    continueAs(client, owner);
    navigate(pages.manage());
  }
  const [query] = useSearchParams();
  if (claims && isInvitationNeeded(claims) && !query.get('invitation')) return <InvitationNeeded claims={claims} />;
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

function InvitationNeeded({ claims }: { claims: keyof typeof CLAIM_TEXTS }) {
  return (
    <div className="mx-auto w-full max-w-[40rem] px-4 py-16 sm:py-24">
      <MessageState
        level={1}
        icon={<DoorClosed aria-hidden />}
        title={claims === 'closed' ? 'Claims are closed' : 'You need an invitation'}
        action={
          <Link to={pages.home()} className={buttonStyle('primary')}>
            Go to Home
          </Link>
        }
      >
        <p>{CLAIM_TEXTS[claims]}</p>
      </MessageState>
    </div>
  );
}
