import { useCurrentUser } from '../../../accounts/current-user.ts';
import { ForwardingBlock } from '../../../forwarding/forwarding-block.tsx';
import { CommandCenter, CommandCenterSkeleton } from '../../../handles/dashboard/command-center.tsx';
import { RenewalBlock } from '../../../payments/renewal-block.tsx';
import { WaitingInvitations } from '../../../teams/invitations/waiting-invitations.tsx';
import { SignedInOnly } from './login-required.tsx';

/** `/app/manage`: the handles, each with its forwarding and renewal block. */
export function ManageRoute() {
  const { data: user } = useCurrentUser();
  return (
    <SignedInOnly fallback={<CommandCenterSkeleton />}>
      <CommandCenter
        forwardingBlock={(handle) => <ForwardingBlock handle={handle} />}
        renewalBlock={(handle) => <RenewalBlock handle={handle} />}
        notice={<WaitingInvitations />}
        isAdmin={user?.isAdmin === true}
      />
    </SignedInOnly>
  );
}
