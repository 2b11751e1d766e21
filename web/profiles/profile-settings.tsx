import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DEFAULT_THEME } from '../../contract/profiles/themes.ts';
import { BackToDashboard } from '../own-handles/back-to-dashboard.tsx';
import { firstHandlesQuery } from '../own-handles/own-handles.ts';
import { Card } from '../ui/card.tsx';
import { ErrorState } from '../ui/message-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { AvatarPicture, BannerPicture } from './account-pictures.tsx';
import { EmailCard } from './email-card.tsx';
import { PictureCard, type UploadSlot } from './picture-card.tsx';
import { ownProfileQuery } from './shared/own-profile.ts';

interface ProfileSettingsProps {
  /** The email of the account. Its first letter is the fallback picture. */
  email: string;
  uploadModal: (slot: UploadSlot) => ReactNode;
  /** Account settings, shown after the profile settings. */
  children?: ReactNode;
}

/** `/app/profile-settings`: the settings that all pages of an account share. */
export function ProfileSettings({ email, uploadModal, children }: ProfileSettingsProps) {
  const own = useQuery(ownProfileQuery);
  const handles = useQuery(firstHandlesQuery);
  if (own.isPending || handles.isPending) return <ProfileSettingsLoading />;
  if (own.isLoadingError) {
    return (
      <Frame>
        <ErrorState
          message="Failed to load your account. Please try again."
          busy={own.isFetching}
          onRetry={own.refetch}
        />
      </Frame>
    );
  }
  const { avatarUrl, bannerUrl } = own.data;
  return (
    <Frame>
      <PictureCard
        kind="avatar"
        custom={avatarUrl !== null}
        picture={<AvatarPicture address={avatarUrl} email={email} />}
        uploadModal={uploadModal}
      />
      <PictureCard
        kind="banner"
        custom={bannerUrl !== null}
        picture={<BannerPicture address={bannerUrl} template={handles.data?.[0]?.template ?? DEFAULT_THEME} />}
        uploadModal={uploadModal}
      />
      <EmailCard own={own.data} />
      {children}
    </Frame>
  );
}

/** The loading state of the screen. */
export function ProfileSettingsLoading() {
  return (
    <Frame>
      <p role="status" className="flex items-center gap-2 text-soft">
        <Spinner /> Loading your profile settings...
      </p>
      <Card aria-hidden className="grid gap-5">
        <Skeleton className="h-6 w-32" />
        <div className="flex items-center gap-6">
          <Skeleton className="size-24 rounded-full!" />
          <Skeleton className="h-10 w-40" />
        </div>
        <Skeleton className="h-11 w-48 rounded-control!" />
      </Card>
      <Card aria-hidden className="grid gap-5">
        <Skeleton className="h-6 w-32" />
        <Skeleton className="aspect-3/1 w-full rounded-control!" />
        <Skeleton className="h-11 w-48 rounded-control!" />
      </Card>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[50rem] px-4 pt-4 pb-16 sm:pt-8">
      <BackToDashboard />
      <h1 className="mt-2 text-2xl font-bold sm:text-3xl">Profile Settings</h1>
      <p className="mt-1 mb-6 text-soft sm:mb-8">Manage your avatar and personal profile settings</p>
      <div className="grid grid-cols-1 gap-4 sm:gap-6">{children}</div>
    </div>
  );
}
