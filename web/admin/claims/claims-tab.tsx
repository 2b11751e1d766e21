import { getAdminInvitations } from '../../../contract/claims/claim-invitations.ts';
import { getAdminClaims } from '../../../contract/claims/waiting-claims.ts';
import { useSite } from '../../api/site.ts';
import { useMayCall } from '../may.tsx';
import { Invitations } from './invitations.tsx';
import { WaitingClaims } from './waiting-claims.tsx';

/** Who may claim a handle: the claims that wait for a decision, and the invitations. */
export function ClaimsTab() {
  const { claims } = useSite();
  const mayCall = useMayCall();
  return (
    <div className="grid gap-8">
      {mayCall(getAdminClaims) && (
        <section aria-labelledby="waiting-claims" className="grid gap-3">
          <h2 id="waiting-claims" className="text-lg font-semibold">
            Waiting claims
          </h2>
          <WaitingClaims isUsed={claims === 'approval'} />
        </section>
      )}
      {mayCall(getAdminInvitations) && (
        <section aria-labelledby="invitations" className="grid gap-3">
          <h2 id="invitations" className="text-lg font-semibold">
            Invitations
          </h2>
          <Invitations isOpen={claims === undefined} />
        </section>
      )}
    </div>
  );
}
