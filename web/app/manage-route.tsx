import { ForwardingBlock } from '../forwarding/forwarding-block.tsx';
import { CommandCenter, CommandCenterWaiting } from '../handles/command-center.tsx';
import { SignedInOnly } from './login-required.tsx';

/** `/app/manage`: the handles, each with what the forwarding side knows of it. */
export function ManageRoute() {
  return (
    <SignedInOnly waiting={<CommandCenterWaiting />}>
      <CommandCenter forwardingBlock={(handle) => <ForwardingBlock handle={handle} />} />
    </SignedInOnly>
  );
}
