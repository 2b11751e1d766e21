import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { pages } from '../../../contract/paths.ts';
import { useCurrentUser } from '../../accounts/current-user.ts';
import { useRefreshForwarding } from '../../forwarding/forwarding-query.ts';
import { ManageEmail, ManageEmailWaiting } from '../../forwarding/manage-email.tsx';
import type { VerifiedClaim } from '../../forwarding/verified-dialog.tsx';
import { dialogOnDemand } from '../../ui/dialog/dialog-on-demand.tsx';
import { SignedInOnly } from './login-required.tsx';

const VerifiedCelebration = dialogOnDemand(
  async () => (await import('../../forwarding/verified-celebration.tsx')).VerifiedCelebration,
);

/** `/app/manage-email`: the mail of the handles; after a mailed link also its celebration, signed in or not. */
export function ManageEmailRoute() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const refresh = useRefreshForwarding();
  const [verified, setVerified] = useState<VerifiedClaim | null>(null);
  const { data: user, isPending } = useCurrentUser();
  const arrived = query.get('verified') === 'true';
  // In an effect, since a dialog is the browser's: the server draws the page beneath it. The address is cleared at once,
  // so that loading the page again celebrates nothing.
  useEffect(() => {
    if (!arrived) return;
    setVerified({
      handle: query.get('handle') ?? '',
      email: query.get('email') ?? '',
      takesOver: query.get('takesOver') === 'true',
    });
    void navigate(pages.manageEmail(), { replace: true });
    void refresh();
  }, [arrived, query, navigate, refresh]);

  return (
    <>
      <SignedInOnly waiting={<ManageEmailWaiting />}>
        <ManageEmail handleId={readId(query.get('handleId'))} />
      </SignedInOnly>
      {verified && !isPending && (
        <VerifiedCelebration
          claim={verified}
          signedIn={Boolean(user)}
          onClose={() => setVerified(null)}
          onDashboard={() => void navigate(pages.manage())}
        />
      )}
    </>
  );
}

/** The id in the query; 0, which no handle has, where it is not a number; null where there is none. */
function readId(text: string | null): number | null {
  if (text === null || text === '') return null;
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
}
