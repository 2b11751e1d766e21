import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  getAdminAudit,
  getAdminCheck,
  getAdminStats,
  getAdminUsers,
  getAdminWaiting,
} from '../../contract/admin/admin.ts';
import { getAdminPackages } from '../../contract/admin/packages.ts';
import type { AdminRole } from '../../contract/admin-roles.ts';
import { pages } from '../../contract/paths.ts';
import { getPackages } from '../../contract/payments/packages.ts';
import {
  getAdminSite,
  putAdminSite,
  type SiteDocument,
  STANDARD_SITE,
  type VersionedSite,
} from '../../contract/site/site-document.ts';
import { getAdminSiteSettings, type SiteSetting } from '../../contract/site/site-settings.ts';
import {
  badGateway,
  disconnected,
  failure,
  hold,
  ok,
  refuse,
  reply,
  replyBy,
  requests,
  sent,
} from '../support/dom/fake-server.ts';
import { findInDialog, findToast, openApp, useApp } from '../support/dom/open-app.tsx';
import { ADMIN } from '../support/dom/samples.ts';

// tests/browser/admin-site.spec.ts has the preview: it needs a frame that draws.
vi.mock('../../web/app/routes/signed-in/site-preview.tsx', () => ({ SitePreview: () => null }));

useApp();

const CLUB: VersionedSite = { ...STANDARD_SITE, name: 'Rowing Club', version: '1' };

interface Opened {
  role?: AdminRole;
  site?: VersionedSite;
  settings?: SiteSetting[];
}

beforeEach(() => {
  reply(getAdminStats, { users: 1, activeHandles: 1, activeProfiles: 1 });
  reply(getAdminWaiting, { support: 0, pageReports: 0, mailQueue: 0, payments: 0 });
  reply(getPackages, []);
  reply(getAdminUsers, []);
  reply(getAdminAudit, []);
});

function openTab({ role = 'owner', site = CLUB, settings = [] }: Opened = {}) {
  reply(getAdminCheck, { isAdmin: true, role });
  reply(getAdminSite, site);
  reply(getAdminSiteSettings, { settings });
  return openApp(`${pages.admin()}?tab=site`, { user: ADMIN });
}

async function openForm(opened?: Opened) {
  const user = await openTab(opened);
  await screen.findByLabelText('Name');
  return user;
}

/** Saves as the server does: the next version of what was sent. */
function accept(): void {
  replyBy(putAdminSite, ({ body }) => ok(putAdminSite, { ...(body as SiteDocument), version: '2' }));
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const part = (title: string) => within(screen.getByRole('region', { name: title }));
const errorAt = (element: HTMLElement) =>
  element.getAttribute('aria-invalid') === 'true' &&
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent;

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

it('saves what was changed, with the version that it is based on, and keeps the rest', async () => {
  const user = await openForm();
  screen.getByText('Everything is saved.');
  await user.fill(field('Name'), '  Seeblick ');
  await user.fill(field('Line'), 'Names for our members.');
  await user.click(screen.getByRole('radio', { name: /^Two colours/ }));
  await user.click(screen.getByRole('radio', { name: 'Another text' }));
  await user.fill(field('Text'), 'A page of the club');
  await user.click(part('Steps').getByRole('switch'));
  await user.click(button('Add question'));
  await user.fill(field('Question'), 'Who may row?');
  await user.fill(field('Answer'), 'Everyone.');
  await user.click(screen.getByRole('radio', { name: /^Addresses of certain domains/ }));
  await user.fill(field('Domains'), 'club.example\n\n Members.club.example');
  await user.selectOptions(field('Shortest handle'), '3');
  await user.click(screen.getByRole('radio', { name: /^Nothing in some plans/ }));
  await user.click(screen.getByRole('checkbox', { name: /^Deluxe/ }));
  await user.fill(field('Reserved handles'), 'board\npress-*');
  await user.fill(field('Email address'), 'board@club.example');
  screen.getByText('There are unsaved changes.');
  accept();
  await user.click(button('Save'));
  await findToast('Saved');
  await screen.findByText('Everything is saved.');
  const [saved] = requests(putAdminSite);
  expect(saved?.ifMatch).toBe('"1"');
  expect(saved?.body).toEqual({
    ...STANDARD_SITE,
    name: 'Seeblick',
    line: 'Names for our members.',
    accent: [expect.stringMatching(/^#/), expect.stringMatching(/^#/)],
    poweredBy: 'A page of the club',
    landing: {
      ...STANDARD_SITE.landing,
      steps: false,
      faq: { questions: [{ question: 'Who may row?', answer: 'Everyone.' }] },
    },
    claims: { mode: 'domains', domains: ['club.example', 'members.club.example'] },
    names: { minimum: 3, free: ['Free', 'Deluxe'], reserved: ['board', 'press-*'] },
    contact: 'board@club.example',
  });
  expect(field('Name').value).toBe('Seeblick');
});

it('empties an optional text, keeps the texts of a section that is turned off and on again, and discards changes', async () => {
  const faq = { headline: 'Ask us', questions: [{ question: 'Why?', answer: 'Because.' }] };
  const user = await openForm({
    site: { ...CLUB, line: 'A line.', landing: { ...STANDARD_SITE.landing, hero: { headline: 'Row' }, faq } },
  });
  const shown = part('Questions').getByRole('switch');
  await user.click(shown);
  expect(part('Questions').queryByLabelText('Headline')).toBeNull();
  await user.click(shown);
  screen.getByText('Everything is saved.');
  await user.fill(field('Line'), '');
  await user.fill(part('Top').getByLabelText('Headline'), '');
  accept();
  await user.click(button('Save'));
  await screen.findByText('Everything is saved.');
  expect(sent(putAdminSite)[0]).toMatchObject({ line: null, landing: { hero: true, faq } });
  await user.fill(field('Name'), 'Not this');
  await user.click(button('Discard'));
  expect(field('Name').value).toBe('Rowing Club');
  screen.getByText('Everything is saved.');
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

it('shows each error beside its field, of the form before it is sent and of the server', async () => {
  const user = await openForm();
  await user.fill(field('Name'), '');
  await user.click(button('Add link'));
  await user.fill(part('Footer').getByLabelText('Text'), 'Club');
  await user.fill(field('Address'), 'javascript:alert(1)');
  await user.click(screen.getByRole('radio', { name: /^Addresses of certain domains/ }));
  await user.fill(field('Domains'), 'club.example\nnot a domain');
  await user.click(button('Save'));
  await screen.findByText('Nothing was saved yet: please check the fields marked above.');
  expect(errorAt(field('Name'))).toBe('Please enter a text without spaces around it.');
  expect(errorAt(field('Address'))).toBe('Please enter an address that begins with https:// or /.');
  expect(errorAt(field('Domains'))).toMatch(/^“not a domain”: Please enter a domain/);
  expect(document.activeElement).toBe(field('Name'));
  expect(sent(putAdminSite)).toEqual([]);

  await user.fill(field('Name'), 'Club');
  expect([errorAt(field('Name')), Boolean(errorAt(field('Address')))]).toEqual([false, true]);
  await user.click(button('Remove link 1'));
  // The list is kept, and shown while it has an error.
  await user.click(screen.getByRole('radio', { name: /^No one/ }));
  await user.fill(field('Domains'), 'club.example');
  await user.fill(part('Top').getByLabelText('Headline'), 'Row with us');
  // A server of another release may know other rules.
  const errors = [{ path: 'landing.hero.headline', message: 'Please write less.' }];
  refuse(putAdminSite, 'invalid_input', { errors });
  await user.click(button('Save'));
  await waitFor(() => expect(errorAt(part('Top').getByLabelText('Headline'))).toBe('Please write less.'));
  expect(document.activeElement).toBe(part('Top').getByLabelText('Headline'));

  for (const [response, message] of [
    [disconnected, 'The site could not be saved. Please try again.'],
    [() => failure('role_required'), /^Your role as an administrator does not include this/],
  ] as const) {
    replyBy(putAdminSite, response);
    await user.pressUntil(
      () => button('Save'),
      () => screen.getByText(message),
    );
  }
  expect(field('Name').value).toBe('Club');
});

it('merges a change elsewhere to other parts, and asks where both changed the same', async () => {
  const user = await openForm();
  const elsewhere: VersionedSite = { ...CLUB, name: 'Sailing Club', poweredBy: false, version: '5' };
  const conflict = () =>
    replyBy(putAdminSite, ({ ifMatch, body }) =>
      ifMatch === '"5"'
        ? ok(putAdminSite, { ...(body as SiteDocument), version: '6' })
        : failure('version_conflict', { current: elsewhere }),
    );
  conflict();
  await user.fill(field('Line'), 'Ours.');
  await user.click(button('Save'));
  await findToast('Saved');
  expect(sent(putAdminSite).at(-1)).toMatchObject({ name: 'Sailing Club', poweredBy: false, line: 'Ours.' });
  expect(field('Name').value).toBe('Sailing Club');

  await openForm();
  conflict();
  await user.fill(field('Name'), 'Canoe Club');
  await user.fill(field('Line'), 'Ours.');
  await user.click(button('Save'));
  const dialog = within(await screen.findByRole('dialog', { name: 'This was changed somewhere else' }));
  dialog.getByText('Name');
  expect(dialog.getByRole('region', { name: 'Stored now' }).textContent).toContain('Sailing Club');
  expect(dialog.getByRole('region', { name: 'Yours' }).textContent).toContain('Canoe Club');
  await user.click(await findInDialog('Take theirs'));
  await screen.findByText('Everything is saved.');
  expect(sent(putAdminSite).at(-1)).toMatchObject({ name: 'Sailing Club', poweredBy: false, line: 'Ours.' });
  expect(field('Name').value).toBe('Sailing Club');

  await openForm();
  await user.fill(field('Name'), 'Canoe Club');
  await user.click(button('Save'));
  await user.click(await findInDialog('Keep mine'));
  await screen.findByText('Everything is saved.');
  expect(sent(putAdminSite).at(-1)).toMatchObject({ name: 'Canoe Club', poweredBy: false, line: null });
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
