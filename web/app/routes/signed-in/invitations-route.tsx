import { useCurrentUser } from '../../../accounts/current-user.ts';
import { InvitationsLoading, InvitationsScreen } from '../../../teams/invitations/invitations-screen.tsx';
import { SignedInOnly } from './login-required.tsx';

/** `/app/invitations`: the page that invitation emails lead to. */
export function InvitationsRoute() {
  const { data: user } = useCurrentUser();
  return (
    <SignedInOnly fallback={<InvitationsLoading />}>{user && <InvitationsScreen email={user.email} />}</SignedInOnly>
  );
}
