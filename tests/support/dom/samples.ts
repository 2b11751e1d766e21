import type { CurrentUser } from '../../../contract/accounts/accounts.ts';
import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import type { Handle } from '../../../contract/handles/handles.ts';

export const OWNER: CurrentUser = {
  id: 7,
  email: 'ada@account.example',
  emailVerified: true,
  isAdmin: false,
  createdAt: '2026-01-02T03:04:05.000Z',
};

export const ADMIN: CurrentUser = { ...OWNER, id: 1, email: 'admin@account.example', isAdmin: true };

/** A handle of the owner, without an inbox and with an empty page. */
export const HANDLE: Handle = {
  id: 11,
  version: '1',
  handle: 'ada-lovelace',
  role: 'owner',
  receivesMail: true,
  plan: 'Free',
  status: 'active',
  displayName: null,
  bio: null,
  profilePicture: null,
  bannerImage: null,
  template: 'neon',
  look: null,
  profilePage: true,
  picture: null,
  account: { avatarUrl: null, bannerUrl: null, emailVisible: true },
  acceptsMail: false,
  emailForwarding: false,
  forwardingEmail: null,
  forwardingStatus: 'none',
  deliveringTo: null,
  mail: { state: 'none', reason: 'No inbox is set.', since: null },
  socialLinks: [],
  createdAt: '2026-01-02T03:04:05.000Z',
};

/** An inbox of the handle that is not verified yet. */
export const FORWARDING: Forwarding = {
  id: 21,
  version: '1',
  handle: HANDLE.handle,
  handle_id: HANDLE.id,
  forwarding_email: 'mine@real.example',
  active: 0,
  isActive: true,
  deliveringTo: null,
};

/** The handle with that inbox. */
export const PENDING_HANDLE: Handle = {
  ...HANDLE,
  emailForwarding: true,
  forwardingEmail: FORWARDING.forwarding_email,
  forwardingStatus: 'pending',
  mail: { state: 'unverified', reason: 'The inbox has not confirmed yet.', since: null },
};
