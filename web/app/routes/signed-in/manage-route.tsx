import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useCurrentUser } from '../../../accounts/current-user.ts';
import { useAdvanceFirstRun } from '../../../accounts/first-run.ts';
import { ForwardingBlock } from '../../../forwarding/forwarding-block.tsx';
import { CommandCenter, CommandCenterSkeleton } from '../../../handles/dashboard/command-center.tsx';
import { RenewalBlock } from '../../../payments/renewal-block.tsx';
import { WaitingInvitations } from '../../../teams/invitations/waiting-invitations.tsx';
import { onDemand, useOnDemand } from '../../../ui/on-demand.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { announceSignIn } from '../../shell/continue-as.ts';
import { SignedInOnly } from './login-required.tsx';

const smallPage = onDemand(async () => (await import('../../../profiles/small-page.tsx')).SmallPage);

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
          smallPage: ({ handle, profilePage }) => profilePage && <PageInSmall username={handle} />,
        }}
        notice={<WaitingInvitations />}
        isAdmin={user?.isAdmin === true}
      />
    </SignedInOnly>
  );
}

/** Downloaded on its own: the public page is not part of the dashboard. Without it the steps stand alone. */
function PageInSmall({ username }: { username: string }) {
  const { Component, failures } = useOnDemand(smallPage, true);
  if (Component) return <Component username={username} />;
  return failures === 0 && <Skeleton className="h-70 w-43 rounded-2xl" />;
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
