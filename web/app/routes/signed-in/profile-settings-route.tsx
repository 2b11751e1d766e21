import { AccountDataCard } from '../../../accounts/account-data-card.tsx';
import { useCurrentUser } from '../../../accounts/current-user.ts';
import { ProfileSettings, ProfileSettingsLoading } from '../../../profiles/profile-settings.tsx';
import { Card } from '../../../ui/card.tsx';
import { dialogOnDemand } from '../../../ui/dialog/dialog-on-demand.tsx';
import { partOnDemand } from '../../../ui/on-demand.tsx';
import { SignedInOnly } from './login-required.tsx';

const UploadDialog = dialogOnDemand(async () => (await import('../../../uploads/upload-dialog.tsx')).UploadDialog);
const SecuritySection = partOnDemand(
  async () => (await import('../../../accounts/security/security-section.tsx')).SecuritySection,
  <Card aria-hidden className="min-h-100" />,
);

/** `/app/profile-settings`, with the upload dialog and the settings of the account. */
export function ProfileSettingsRoute() {
  const { data: user } = useCurrentUser();
  const email = user?.email ?? '';
  return (
    <SignedInOnly fallback={<ProfileSettingsLoading />}>
      <ProfileSettings email={email} uploadModal={(slot) => <UploadDialog {...slot} />}>
        <SecuritySection email={email} />
        <AccountDataCard email={email} />
      </ProfileSettings>
    </SignedInOnly>
  );
}
