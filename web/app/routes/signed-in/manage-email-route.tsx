import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { pages } from '../../../../contract/paths.ts';
import { useCurrentUser } from '../../../accounts/current-user.ts';
import { useRefreshForwarding } from '../../../forwarding/forwarding-query.ts';
import { ManageEmail, ManageEmailLoading } from '../../../forwarding/manage-email.tsx';
import type { VerifiedClaim } from '../../../forwarding/verified-dialog.tsx';
import { dialogOnDemand } from '../../../ui/dialog/dialog-on-demand.tsx';
import { SignedInOnly } from './login-required.tsx';
import { MAIL_TABS } from './mail-tabs.tsx';

const VerifiedCelebration = dialogOnDemand(
  async () => (await import('../../../forwarding/verified-celebration.tsx')).VerifiedCelebration,
);

/** `/app/manage-email`: email forwarding. After a verification link it also shows a confirmation, signed in or not. */
export function ManageEmailRoute() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const refresh = useRefreshForwarding();
  const [verified, setVerified] = useState<VerifiedClaim | null>(null);
  const { data: user, isPending } = useCurrentUser();
  const isVerified = query.get('verified') === 'true';
  // In an effect, because dialogs are not rendered on the server. Clears the address immediately, so that a reload does not
  // show the confirmation again.
  useEffect(() => {
    if (!isVerified) return;
    setVerified({
      handle: query.get('handle') ?? '',
      email: query.get('email') ?? '',
      takesOver: query.get('takesOver') === 'true',
    });
    void navigate(pages.manageEmail(), { replace: true });
    void refresh();
  }, [isVerified, query, navigate, refresh]);

  return (
    <>
      <SignedInOnly fallback={<ManageEmailLoading />}>
        <ManageEmail handleId={readId(query.get('handleId'))} tabs={MAIL_TABS} />
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

/** Parses the id in the query: null if it is missing, and 0, which no handle has, if it is invalid. */
function readId(text: string | null): number | null {
  if (text === null || text === '') return null;
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
}
