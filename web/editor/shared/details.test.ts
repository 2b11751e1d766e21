import { describe, expect, it } from 'vitest';
import type { Handle } from '../../../contract/handles/handles.ts';
import { afterSave, changesOf, detailsOf } from './details.ts';

const github = { platform: 'github', username: 'ada', url: 'https://github.com/ada', isActive: true };
const handle: Handle = {
  id: 7,
  version: 'one',
  handle: 'ada-lovelace',
  role: 'owner',
  receivesMail: true,
  plan: 'Free',
  status: 'active',
  displayName: 'Ada',
  bio: null,
  profilePicture: null,
  picture: null,
  account: { avatarUrl: null, bannerUrl: null, emailVisible: true },
  acceptsMail: false,
  bannerImage: null,
  look: null,
  template: 'neon',
  emailForwarding: true,
  forwardingEmail: 'ada@example.test',
  forwardingStatus: 'verified',
  deliveringTo: 'ada@example.test',
  mail: { state: 'works', reason: null, since: null },
  profilePage: true,
  socialLinks: [{ ...github, active: true }],
  createdAt: '2026-01-01T00:00:00.000Z',
};
const values = detailsOf(handle);
const withoutAddress: Handle = {
  ...handle,
  emailForwarding: false,
  forwardingEmail: null,
  forwardingStatus: 'none',
  deliveringTo: null,
};

describe('changesOf', () => {
  it('returns undefined if nothing differs except surrounding white space', () => {
    expect(changesOf(handle, values)).toBeUndefined();
    expect(changesOf(handle, { ...values, displayName: ' Ada ', bio: '  ' })).toBeUndefined();
  });

  it('returns only the fields that differ', () => {
    expect(changesOf(handle, { ...values, displayName: ' Ada L. ' })).toEqual({ displayName: 'Ada L.' });
    expect(changesOf(handle, { ...values, profilePage: false })).toEqual({ profilePage: false });
    expect(changesOf(handle, { ...values, emailForwarding: false })).toEqual({ emailForwarding: false });
    expect(changesOf(handle, { ...values, forwardingEmail: 'b@example.test' })).toEqual({
      forwardingEmail: 'b@example.test',
    });
  });

  it('includes the switch with a first address and omits it with a removed address', () => {
    expect(changesOf(withoutAddress, { ...detailsOf(withoutAddress), forwardingEmail: 'b@example.test' })).toEqual({
      forwardingEmail: 'b@example.test',
      emailForwarding: false,
    });
    expect(changesOf(handle, { ...values, forwardingEmail: '', emailForwarding: false })).toEqual({
      forwardingEmail: '',
    });
  });
});

describe('afterSave', () => {
  it('takes the stored values and keeps edits made during the save', () => {
    const sent = { ...values, displayName: ' Ada L. ', bio: 'First' };
    const edited = { ...sent, bio: 'First programmer' };
    const saved = { ...handle, displayName: 'Ada L.', bio: 'First' };
    expect(afterSave(edited, sent, saved)).toEqual({ ...detailsOf(saved), bio: 'First programmer' });
  });
});
