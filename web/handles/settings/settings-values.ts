import type { ChangeHandleRequest } from '../../../contract/handle-changes.ts';
import type { Handle } from '../../../contract/handles.ts';
import type { SocialLink } from '../../../contract/social-links.ts';

/** A handle's settings as they stand in the form. */
export interface SettingsValues {
  displayName: string;
  bio: string;
  profilePicture: string;
  bannerImage: string;
  profilePage: boolean;
  emailForwarding: boolean;
  forwardingEmail: string;
  socialLinks: LinkValue[];
}
export type LinkValue = Pick<SocialLink, 'platform' | 'username' | 'url' | 'isActive'>;

const TEXTS = ['displayName', 'bio', 'profilePicture', 'bannerImage', 'forwardingEmail'] as const;
const SWITCHES = ['profilePage', 'emailForwarding'] as const;

export function valuesOf(handle: Handle): SettingsValues {
  return {
    displayName: handle.displayName ?? '',
    bio: handle.bio ?? '',
    profilePicture: handle.profilePicture ?? '',
    bannerImage: handle.bannerImage ?? '',
    profilePage: handle.profilePage,
    emailForwarding: handle.emailForwarding,
    forwardingEmail: handle.forwardingEmail ?? '',
    socialLinks: handle.socialLinks.map(({ platform, username, url, isActive }) => ({
      platform,
      username,
      url,
      isActive,
    })),
  };
}

/** What of the form differs from the handle, as PATCH /api/handles/{id} takes it; undefined where nothing does. */
export function changesOf(handle: Handle, values: SettingsValues): ChangeHandleRequest | undefined {
  const before = valuesOf(handle);
  const changes: ChangeHandleRequest = {};
  for (const field of TEXTS) {
    const typed = values[field].trim();
    if (typed !== before[field]) changes[field] = typed;
  }
  for (const field of SWITCHES) if (values[field] !== before[field]) changes[field] = values[field];
  if (JSON.stringify(values.socialLinks) !== JSON.stringify(before.socialLinks)) {
    changes.socialLinks = values.socialLinks;
  }
  if (changes.forwardingEmail && before.forwardingEmail === '') {
    // A first address comes with a switch of its own: it stands as the form shows it.
    changes.emailForwarding = values.emailForwarding;
  }
  if (changes.forwardingEmail === '') {
    // Without an address there is nothing to switch.
    delete changes.emailForwarding;
  }
  return Object.keys(changes).length > 0 ? changes : undefined;
}

/** The form after a save: what was sent reads as it was stored; what was typed meanwhile stays. */
export function afterSave(values: SettingsValues, sent: SettingsValues, saved: Handle): SettingsValues {
  const stored = valuesOf(saved);
  const settled = <Field extends keyof SettingsValues>(field: Field): SettingsValues[Field] =>
    values[field] === sent[field] ? stored[field] : values[field];
  return {
    displayName: settled('displayName'),
    bio: settled('bio'),
    profilePicture: settled('profilePicture'),
    bannerImage: settled('bannerImage'),
    profilePage: settled('profilePage'),
    emailForwarding: settled('emailForwarding'),
    forwardingEmail: settled('forwardingEmail'),
    socialLinks: settled('socialLinks'),
  };
}
