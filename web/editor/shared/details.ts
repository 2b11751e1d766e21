import type { ChangeHandleRequest } from '../../../contract/handles/handle-changes.ts';
import type { Handle } from '../../../contract/handles/handles.ts';

/** The values of the form about a handle. */
export interface Details {
  displayName: string;
  bio: string;
  profilePicture: string;
  bannerImage: string;
  profilePage: boolean;
  emailForwarding: boolean;
  forwardingEmail: string;
}

const TEXTS = ['displayName', 'bio', 'profilePicture', 'bannerImage', 'forwardingEmail'] as const;
const SWITCHES = ['profilePage', 'emailForwarding'] as const;

export function detailsOf(handle: Handle): Details {
  return {
    displayName: handle.displayName ?? '',
    bio: handle.bio ?? '',
    profilePicture: handle.profilePicture ?? '',
    bannerImage: handle.bannerImage ?? '',
    profilePage: handle.profilePage,
    emailForwarding: handle.emailForwarding,
    forwardingEmail: handle.forwardingEmail ?? '',
  };
}

/**
 * Returns the body of PATCH /api/handles/{id} with the fields that differ from the handle, or undefined if no field
 * does.
 */
export function changesOf(handle: Handle, values: Details): ChangeHandleRequest | undefined {
  const before = detailsOf(handle);
  const changes: ChangeHandleRequest = {};
  for (const field of TEXTS) {
    const trimmed = values[field].trim();
    if (trimmed !== before[field]) changes[field] = trimmed;
  }
  for (const field of SWITCHES) if (values[field] !== before[field]) changes[field] = values[field];
  if (changes.forwardingEmail && before.forwardingEmail === '') {
    // A first address needs an explicit value for the switch.
    changes.emailForwarding = values.emailForwarding;
  }
  if (changes.forwardingEmail === '') {
    // Without an address the switch has no effect.
    delete changes.emailForwarding;
  }
  return Object.keys(changes).length > 0 ? changes : undefined;
}

/** Returns the form values after a save: stored values, except for fields edited since the save was sent. */
export function afterSave(values: Details, sent: Details, saved: Handle): Details {
  const stored = detailsOf(saved);
  const merged = <Field extends keyof Details>(field: Field): Details[Field] =>
    values[field] === sent[field] ? stored[field] : values[field];
  return {
    displayName: merged('displayName'),
    bio: merged('bio'),
    profilePicture: merged('profilePicture'),
    bannerImage: merged('bannerImage'),
    profilePage: merged('profilePage'),
    emailForwarding: merged('emailForwarding'),
    forwardingEmail: merged('forwardingEmail'),
  };
}
