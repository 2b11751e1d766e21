import { AccountDataCard } from '../../accounts/account-data-card.tsx';
import { useCurrentUser } from '../../accounts/current-user.ts';
import { ProfileSettings, ProfileSettingsWaiting } from '../../profiles/profile-settings.tsx';
import { dialogOnDemand } from '../../ui/dialog/dialog-on-demand.tsx';
import { SignedInOnly } from './login-required.tsx';

const UploadDialog = dialogOnDemand(async () => (await import('../../uploads/upload-dialog.tsx')).UploadDialog);

/** `/app/profile-settings`, with the upload dialog and the account data card. */
export function ProfileSettingsRoute() {
  const { data: user } = useCurrentUser();
  const email = user?.email ?? '';
  return (
    <SignedInOnly fallback={<ProfileSettingsWaiting />}>
      <ProfileSettings email={email} uploadModal={(slot) => <UploadDialog {...slot} />}>
        <AccountDataCard email={email} />
      </ProfileSettings>
    </SignedInOnly>
  );
}
