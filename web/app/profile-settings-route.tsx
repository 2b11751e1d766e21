import { lazy, Suspense } from 'react';
import { AccountDataCard } from '../accounts/account-data-card.tsx';
import { useCurrentUser } from '../accounts/current-user.ts';
import { ProfileSettings, ProfileSettingsWaiting } from '../profiles/profile-settings.tsx';
import { SignedInOnly } from './login-required.tsx';

const UploadDialog = lazy(async () => ({ default: (await import('../uploads/upload-dialog.tsx')).UploadDialog }));

/** `/app/profile-settings`, with the modal that uploads its pictures and what belongs to the account. */
export function ProfileSettingsRoute() {
  const { data: user } = useCurrentUser();
  const email = user?.email ?? '';
  return (
    <SignedInOnly waiting={<ProfileSettingsWaiting />}>
      <ProfileSettings
        email={email}
        uploadModal={(slot) => (
          <Suspense fallback={null}>
            <UploadDialog {...slot} />
          </Suspense>
        )}
      >
        <AccountDataCard email={email} />
      </ProfileSettings>
    </SignedInOnly>
  );
}
