import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import {
  putAdminSite,
  type SiteDocument,
  STANDARD_SITE,
  type VersionedSite,
} from '../../contract/site/site-document.ts';
import { disconnected, failure, ok, refuse, replyBy, requests, sent } from '../support/dom/fake-server.ts';
import { findInDialog, findToast } from '../support/dom/open-app.tsx';

import { accept, button, CLUB, errorAt, field, openForm, part, useSiteTab } from '../support/dom/site-tab.tsx';

// tests/browser/admin-site.spec.ts has the preview: it needs a frame that draws.
vi.mock('../../web/app/routes/signed-in/site-preview.tsx', () => ({ SitePreview: () => null }));

useSiteTab();

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
  await user.fill(field('Imprint'), '# Imprint\n\nThe club, {{host}}.\n');
  await user.fill(field('First day of changed texts'), '2027-01-01');
  await user.fill(field('Email address'), 'board@club.example');
  screen.getByText('There are unsaved changes.');
  accept();
  await user.click(button('Save'));
  await findToast('Saved');
  await screen.findByText('Everything is saved.');
  const [saved] = requests(putAdminSite);
  expect([saved?.ifMatch, saved?.query.get('from')]).toEqual(['"1"', '2027-01-01']);
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
    names: { ...STANDARD_SITE.names, minimum: 3, free: ['Free', 'Deluxe'], reserved: ['board', 'press-*'] },
    imprint: '# Imprint\n\nThe club, {{host}}.',
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
