import { useCurrentUser } from '../../accounts/current-user.ts';
import { ForwardingBlock } from '../../forwarding/forwarding-block.tsx';
import { CommandCenter, CommandCenterSkeleton } from '../../handles/dashboard/command-center.tsx';
import { RenewalBlock } from '../../payments/renewal-block.tsx';
import { SignedInOnly } from './login-required.tsx';

/** `/app/manage`: the handles, each with what forwarding and payments know of it. */
export function ManageRoute() {
  const { data: user } = useCurrentUser();
  return (
    <SignedInOnly waiting={<CommandCenterSkeleton />}>
      <CommandCenter
        forwardingBlock={(handle) => <ForwardingBlock handle={handle} />}
        renewalBlock={(handle) => <RenewalBlock handle={handle} />}
        isAdmin={user?.isAdmin === true}
      />
    </SignedInOnly>
  );
}
