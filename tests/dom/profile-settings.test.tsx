import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getAccountEmail } from '../../contract/accounts/email-change.ts';
import { getPasskeys } from '../../contract/accounts/passkeys.ts';
import { getRecentSignIn, getSessions } from '../../contract/accounts/sessions.ts';
import { getHandles } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import {
  deleteAvatar,
  deleteBanner,
  getOwnProfile,
  type OwnProfile,
  putEmailVisibility,
} from '../../contract/profiles/profiles.ts';
import { disconnected, hold, refuse, reply, replyBy, sent } from '../support/dom/fake-server.ts';
import { findToast, openApp, useApp } from '../support/dom/open-app.tsx';
import { HANDLE, OWNER } from '../support/dom/samples.ts';

useApp();

const OWN: OwnProfile = { avatarUrl: null, bannerUrl: null, emailVisible: true, handle: HANDLE.handle };
const FAILED = 'Failed to load your account. Please try again.';

function serve(own: OwnProfile = OWN): void {
  reply(getOwnProfile, own);
  reply(getHandles, own.handle ? [HANDLE] : []);
  reply(getAccountEmail, { email: OWNER.email, pending: null, changed: null });
  reply(getSessions, []);
  reply(getPasskeys, []);
  reply(getRecentSignIn, { until: null, hasPasskey: false });
}

const box = () => screen.findByRole('checkbox', { name: 'Show my ada-lovelace@localhost email on my profile page' });

it('profile settings show the texts of the specification while loading and afterwards', async () => {
  serve();
  const release = hold(getOwnProfile);
  await openApp(pages.profileSettings());
  expect(await screen.findByText('Loading your profile settings...')).toBeDefined();
  release();
  await screen.findByText('Default Avatar');
  expect(screen.queryByText('Loading your profile settings...')).toBeNull();
  screen.getByRole('heading', { level: 1, name: 'Profile Settings' });
  expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/app/manage');
  for (const text of [
    'Manage your avatar and personal profile settings',
    'Generated from your email',
    'Supported formats: PNG, JPG, GIF (max 10MB)',
    'This banner appears on your handle page.',
    'Theme Banner',
    'Default Theme Banner',
    'Upload a custom banner to override',
    'Recommended size: 1200x400px. Supported formats: PNG, JPG, GIF (max 10MB)',
    'Email Settings',
    'Show my ada-lovelace@localhost email on my profile page',
  ])
    screen.getByText(text);
  within(screen.getByRole('region', { name: 'Avatar' })).getByText('A');
  screen.getByRole('button', { name: 'Upload New Avatar' });
  screen.getByRole('button', { name: 'Upload Banner' });
  expect(screen.queryByRole('button', { name: /^Remove (Avatar|Banner)/ })).toBeNull();
});

it('the handle address is shown unless it is switched off, and a failed change is undone', async () => {
  serve();
  const user = await openApp(pages.profileSettings());
  const badge = () => screen.queryByText('ada-lovelace@localhost');
  expect(await box()).toHaveProperty('checked', true);
  expect(badge()).not.toBeNull();

  reply(putEmailVisibility, { ...OWN, emailVisible: false });
  const release = hold(putEmailVisibility);
  // The screen reads its settings again after a change.
  reply(getOwnProfile, { ...OWN, emailVisible: false });
  await user.click(await box());
  await screen.findByText('Saving your settings...');
  release();
  await findToast('Email Settings Updated');
  await findToast('Your email visibility settings have been saved.');
  await waitFor(() => expect(screen.queryByText('Saving your settings...')).toBeNull());
  expect(await box()).toHaveProperty('checked', false);
  expect(badge()).toBeNull();

  refuse(putEmailVisibility, 'unexpected');
  const checkbox = await box();
  await user.pressUntil(
    () => checkbox,
    () => expect(sent(putEmailVisibility)).toEqual([{ emailVisible: false }, { emailVisible: true }]),
  );
  await findToast('Update Failed');
  await findToast('Failed to update email settings. Please try again.');
  await waitFor(() => expect(screen.queryByText('Saving your settings...')).toBeNull());
  expect(await box()).toHaveProperty('checked', false);
});

it('lets a person without a handle change the profile settings, and shows the email address by default', async () => {
  serve({ ...OWN, handle: null });
  await openApp(pages.profileSettings());
  expect(await screen.findByRole('checkbox')).toHaveProperty('checked', true);
  screen.getByText('Default Theme Banner');
});

it('failed profile settings are reported, and trying again recovers', async () => {
  serve();
  replyBy(getOwnProfile, disconnected);
  const user = await openApp(pages.profileSettings());
  await screen.findByText(FAILED);
  reply(getOwnProfile, OWN);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByText('Default Avatar');
});

it.each([
  ['avatar', deleteAvatar, 'Removal Failed', 'Failed to remove your avatar. Please try again.'],
  ['banner', deleteBanner, 'Error', 'Failed to remove your banner. Please try again.'],
] as const)(
  'a failed removal of the %s is reported, and the button is enabled again',
  async (kind, removal, title, text) => {
    serve({ ...OWN, avatarUrl: 'https://pictures.example/a.png', bannerUrl: 'https://pictures.example/b.png' });
    refuse(removal, 'unexpected');
    const release = hold(removal);
    const user = await openApp(pages.profileSettings());
    await screen.findByText('Current Avatar');
    screen.getByText('Custom Banner');
    const card = within(screen.getByRole('region', { name: kind === 'avatar' ? 'Avatar' : 'Banner' }));
    await user.click(card.getByRole('button', { name: /^Remove/ }));
    await card.findByRole('button', { name: /Removing\.\.\.$/, busy: true });
    release();
    await findToast(title);
    await findToast(text);
    await waitFor(() =>
      expect(card.getByRole('button', { name: /^Remove/, busy: false }).textContent.trim()).toMatch(
        /^Remove (Avatar|Banner)$/,
      ),
    );
  },
);
