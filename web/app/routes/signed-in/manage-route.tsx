import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useCurrentUser } from '../../../accounts/current-user.ts';
import { useAdvanceFirstRun } from '../../../accounts/first-run.ts';
import { ForwardingBlock } from '../../../forwarding/forwarding-block.tsx';
import { CommandCenter, CommandCenterSkeleton } from '../../../handles/dashboard/command-center.tsx';
import { RenewalBlock } from '../../../payments/renewal-block.tsx';
import { WaitingInvitations } from '../../../teams/invitations/waiting-invitations.tsx';
import { partOnDemand } from '../../../ui/on-demand.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { announceSignIn } from '../../shell/continue-as.ts';
import { SignedInOnly } from './login-required.tsx';

// If it cannot be loaded, the steps appear without it.
const SmallPage = partOnDemand(
  async () => (await import('../../../profiles/small-page.tsx')).SmallPage,
  <Skeleton className="h-70 w-43 rounded-2xl" />,
  () => null,
);

/** `/app/manage`: the handles, each with its forwarding and renewal block. */
export function ManageRoute() {
  const { data: user } = useCurrentUser();
  const advance = useAdvanceFirstRun();
  useRestoredGreeting();
  return (
    <SignedInOnly fallback={<CommandCenterSkeleton />}>
      <CommandCenter
        forwardingBlock={(handle) => <ForwardingBlock handle={handle} />}
        renewalBlock={(handle) => <RenewalBlock handle={handle} />}
        firstRun={{
          state: user?.firstRun,
          advance,
          // A page that is switched off is not served, not even to its owner.
          smallPage: ({ handle, profilePage }) => profilePage && <SmallPage username={handle} />,
        }}
        notice={<WaitingInvitations />}
        isAdmin={user?.isAdmin === true}
      />
    </SignedInOnly>
  );
}

/** Greets once after a sign-in link that reopened a closed account, and removes the query from the address. */
function useRestoredGreeting(): void {
  const [query, setQuery] = useSearchParams();
  const isRestored = query.has('restored');
  useEffect(() => {
    if (!isRestored) return;
    announceSignIn({ restored: true });
    setQuery({}, { replace: true });
  }, [isRestored, setQuery]);
}
