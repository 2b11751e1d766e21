import { TeamLoading, TeamScreen } from '../../../teams/team-screen.tsx';
import { SignedInOnly } from './login-required.tsx';

/** `/app/manage-team`. */
export function TeamRoute() {
  return (
    <SignedInOnly fallback={<TeamLoading />}>
      <TeamScreen />
    </SignedInOnly>
  );
}
