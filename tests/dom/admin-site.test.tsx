import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { getAdminCheck } from '../../contract/admin/admin.ts';
import { getAdminPackages } from '../../contract/admin/packages.ts';
import { defineCall } from '../../contract/call.ts';
import { ERRORS } from '../../contract/errors.ts';
import { pages } from '../../contract/paths.ts';
import { getAdminSite, putAdminSite } from '../../contract/site/site-document.ts';
import { postSitePicture, postSitePictureUpload } from '../../contract/site/site-pictures.ts';
import { getAdminSiteSettings } from '../../contract/site/site-settings.ts';
import { badGateway, failure, hold, reply, replyBy, requests, sent } from '../support/dom/fake-server.ts';
import { findInDialog, findToast, openApp } from '../support/dom/open-app.tsx';
import { ADMIN } from '../support/dom/samples.ts';
import { accept, button, CLUB, errorAt, field, openForm, openTab, part, useSiteTab } from '../support/dom/site-tab.tsx';

// tests/browser/admin-site.spec.ts has the preview: it needs a frame that draws.
vi.mock('../../web/app/routes/signed-in/site-preview.tsx', () => ({ SitePreview: () => null }));

useSiteTab();

it('shows that the site is loading, and loads again what could not be loaded', async () => {
  reply(getAdminCheck, { isAdmin: true });
  replyBy(getAdminSite, badGateway);
  reply(getAdminSiteSettings, { settings: [] });
  const release = hold(getAdminSite);
  const user = await openApp(`${pages.admin()}?tab=site`, { user: ADMIN });
  await screen.findByRole('status', { name: 'Loading the site' });
  release();
  await screen.findByText('The site could not be loaded. Please try again.');
  reply(getAdminSite, CLUB);
  await user.click(button('Try Again'));
  await waitFor(() => expect(field('Name').value).toBe('Rowing Club'));
  expect(requests(getAdminSiteSettings)).toHaveLength(1);
});

it('moves and removes rows, and the focus follows', async () => {
  const footer = ['One', 'Two', 'Three'].map((text) => ({ text, url: `https://${text.toLowerCase()}.example` }));
  const user = await openForm({ site: { ...CLUB, footer } });
  const texts = () =>
    part('Footer')
      .getAllByLabelText<HTMLInputElement>('Text')
      .map(({ value }) => value);
  expect(button('Move link 1 up')).toHaveProperty('disabled', true);
  await user.click(button('Move link 3 up'));
  expect(texts()).toEqual(['One', 'Three', 'Two']);
  expect(document.activeElement).toBe(button('Move link 2 up'));
  await user.keyboard('{Enter}');
  expect(texts()).toEqual(['Three', 'One', 'Two']);
  expect(document.activeElement).toBe(button('Move link 1 down'));
  for (const _row of footer) await user.click(button('Remove link 1'));
  await waitFor(() => expect(document.activeElement).toBe(button('Add link')));
  for (let count = 0; count < 6; count++) await user.click(button('Add link'));
  expect(button('Add link')).toHaveProperty('disabled', true);
  screen.getByText('There is room for 6.');
});

it('keeps what is typed while another tab is open, and asks before the screen is left', async () => {
  const user = await openForm();
  await user.fill(field('Name'), 'Unsaved Club');
  await user.click(screen.getByRole('tab', { name: 'Users' }));
  await screen.findByText('There are no users yet.');
  await user.click(screen.getByRole('tab', { name: 'Site' }));
  expect(field('Name').value).toBe('Unsaved Club');
  const leave = () => user.click(screen.getAllByRole('link', { name: /^Prices/ })[0] as HTMLElement);
  await leave();
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(await findInDialog('Stay here'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(field('Name').value).toBe('Unsaved Club');
  await leave();
  reply(getAdminPackages, []);
  await user.click(await findInDialog('Leave without saving'));
  await screen.findByText('There are no packages. The standard prices apply.');
});

it('shows the document to a reader, who cannot change it, and no tab to other roles', async () => {
  await openForm({ role: 'reader', site: { ...CLUB, footer: [{ text: 'Club', url: '/club' }] } });
  screen.getByText('You can read this. Only owners can change it.');
  expect(field('Name').value).toBe('Rowing Club');
  for (const control of [
    field('Name'),
    part('Top').getByRole('switch'),
    screen.getByRole('radio', { name: /^No one/ }),
  ])
    expect(control.closest('fieldset[disabled]')).not.toBeNull();
  for (const name of ['Save', 'Add link', 'Add question', 'Remove link 1'])
    expect(screen.queryByRole('button', { name })).toBeNull();

  await openTab({ role: 'support' });
  await screen.findByText('There are no users yet.');
  expect(screen.queryByRole('tab', { name: 'Site' })).toBeNull();
});

it('names the settings that win over the document beside the fields concerned', async () => {
  await openForm();
  expect(screen.queryByText(/wins:/)).toBeNull();
  await openForm({
    settings: [
      { name: 'MAIL_FROM', value: 'Club <mail@club.example>' },
      { name: 'SUPPORT_EMAIL', value: 'help@club.example' },
      { name: 'TRUST_CLAIM', value: 'Since 1920' },
    ],
  });
  const note = (name: string) => screen.getByText(name).parentElement?.textContent;
  expect(note('MAIL_FROM')).toContain('emails are sent as Club <mail@club.example>');
  expect(note('SUPPORT_EMAIL')).toContain('help@club.example');
  expect(note('TRUST_CLAIM')).toContain('the first promise is “Since 1920”');
});

it('says which colours were moved for contrast', async () => {
  const user = await openForm({ site: { ...CLUB, accent: '#ffee00' } });
  const row = (name: string) => screen.getByText(name).parentElement?.textContent;
  expect(row('Links in the light theme')).toMatch(/#[\da-f]{6}moved, so that everybody can read it$/);
  expect(row('Links in the dark theme')).toMatch(/#ffee00$/);
  await user.click(screen.getByRole('radio', { name: /^Standard/ }));
  expect(screen.queryByText('Links in the light theme')).toBeNull();
});

it('uploads a picture, says why a file is refused, and saves the path', async () => {
  const user = await openForm();
  const putFile = defineCall('PUT /api/uploads/:name', { by: 'anyone' });
  const path = '/media/logo-0123456789abcdef0123-960.webp';
  reply(postSitePictureUpload, { uploadURL: '/api/uploads/one' });
  reply(postSitePicture, { kind: 'logo', path });
  replyBy(putFile, () => failure('picture_too_large'));
  const logo = field('Logo');
  const file = new File(['not really'], 'logo.png', { type: 'image/png' });
  await user.upload(logo, file);
  await screen.findByText(ERRORS.picture_too_large[1]);
  replyBy(putFile, () => new Response(null, { status: 204 }));
  await waitFor(async () => {
    await user.upload(logo, file);
    button('Remove Logo');
  });
  expect(sent(postSitePictureUpload).at(-1)).toEqual({ kind: 'logo', contentType: 'image/png', contentLength: 10 });
  expect(sent(postSitePicture)).toEqual([{ kind: 'logo', uploadURL: '/api/uploads/one' }]);
  accept();
  await user.click(button('Save'));
  await findToast('Saved');
  expect(sent(putAdminSite)[0]).toMatchObject({ logo: path, logoDark: null, icon: null });
  await user.click(button('Remove Logo'));
  expect(document.activeElement).toBe(button('Upload Logo'));
  screen.getByText('There are unsaved changes.');
});

it('offers the features of a plan for all handles only where claims have a rule', async () => {
  const user = await openForm();
  const features = () => screen.getByLabelText<HTMLSelectElement>('Features of handles');
  expect(features().disabled).toBe(true);
  await user.click(screen.getByRole('radio', { name: /^No one/ }));
  await user.selectOptions(features(), 'Deluxe');
  await user.click(screen.getByRole('radio', { name: /^Everyone Anybody/ }));
  await user.click(button('Save'));
  await waitFor(() => expect(errorAt(features())).toMatch(/^While everyone may claim/));
  await user.click(screen.getByRole('radio', { name: /^No one/ }));
  accept();
  await user.click(button('Save'));
  await findToast('Saved');
  expect(sent(putAdminSite)).toMatchObject([{ claims: { mode: 'closed' }, names: { features: 'Deluxe' } }]);
});
