import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { getAdminCheck } from '../../contract/admin/admin.ts';
import {
  type AdminPackage,
  deleteAdminPackage,
  getAdminPackages,
  postAdminPackage,
  postAdminPackageRises,
  putAdminPackage,
} from '../../contract/admin/packages.ts';
import { pages } from '../../contract/paths.ts';
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
import { findToast, openApp, useApp } from '../support/dom/open-app.tsx';
import { ADMIN } from '../support/dom/samples.ts';

useApp();

const GOLD = { name: 'Gold', price_yearly_usd_full: 20.5, price_yearly_usd_now: 0 };
const packageOf = (id: number, version: string, terms: typeof GOLD): AdminPackage => ({ id, version, ...terms });
const PLUS = packageOf(1, '1', { name: 'Plus', price_yearly_usd_full: 9.99, price_yearly_usd_now: 4.99 });

it('a user who is not an administrator sees a message, and no admin data is requested', async () => {
  reply(getAdminCheck, { isAdmin: false });
  await openApp(pages.admin());
  await screen.findByRole('heading', { name: 'Access Denied' });
  screen.getByText("You don't have permission to access this admin area.");
  screen.getByText('Only authorized administrators can view this page.');
  await openApp(pages.adminPrices());
  await screen.findByText('Access denied. Admin privileges required.');
  // The fixture fails a test for any other request.
  expect(requests(getAdminCheck)).toHaveLength(2);
});

it('a failed admin check denies access, and nothing is shown before its response', async () => {
  replyBy(getAdminCheck, badGateway);
  const release = hold(getAdminCheck);
  await openApp(pages.admin(), { user: ADMIN });
  await screen.findByRole('status', { name: 'Checking permissions' });
  release();
  await screen.findByRole('heading', { name: 'Access Denied' });
});

const card = (name: string) => screen.getByRole('heading', { level: 2, name }).closest('li')?.textContent ?? '';
const dialog = () => within(screen.getByRole('dialog'));
const save = () => dialog().getByRole('button', { name: /^Save/ });
const name = () => dialog().getByLabelText('Package Name');
const full = () => dialog().getByLabelText('Full Price (USD/year)');
const now = () => dialog().getByLabelText('Current Price (USD/year)');
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

async function openPrices(...stored: AdminPackage[]) {
  reply(getAdminPackages, stored);
  const user = await openApp(pages.adminPrices(), { user: ADMIN });
  await screen.findByRole('button', { name: 'Add Package' });
  return Object.assign(user, {
    async edit(which: string) {
      await user.click(await screen.findByRole('button', { name: `Edit ${which}` }));
      await screen.findByRole('heading', { name: 'Edit Package' });
    },
    /** Presses Save until a toast has this text. */
    saveUntil: (text: string) => user.pressUntil(save, () => expect(screen.queryAllByText(text)).not.toHaveLength(0)),
  });
}

beforeEach(() => {
  reply(getAdminCheck, { isAdmin: true });
  reply(postAdminPackageRises, []);
});

it('packages that cannot be loaded are loaded again by a button', async () => {
  replyBy(getAdminPackages, badGateway);
  const user = await openApp(pages.adminPrices(), { user: ADMIN });
  await screen.findByText('Failed to load packages. Please try refreshing the page.');
  reply(getAdminPackages, [PLUS]);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByRole('heading', { name: 'Plus' });
  expect(card('Plus')).toContain('Full Price$9.99/year');
  expect(card('Plus')).toContain('Current Price$4.99/year');
});

it('a package is created, and a failure keeps what was typed', async () => {
  const user = await openPrices(PLUS);
  await user.click(screen.getByRole('button', { name: 'Add Package' }));
  await screen.findByRole('heading', { name: 'Create New Package' });
  expect(name().getAttribute('placeholder')).toBe('e.g., Premium');
  for (const price of [full(), now()]) {
    expect(price.getAttribute('step')).toBe('0.01');
    expect(price).toHaveProperty('value', '0');
  }
  await user.fill(name(), 'Gold');
  await user.fill(full(), '20.5');
  // Input that is not a number counts as 0.
  await user.fill(now(), '');
  replyBy(postAdminPackage, disconnected);
  await user.click(save());
  await findToast('Failed to create package');
  expect(name()).toHaveProperty('value', 'Gold');
  reply(postAdminPackage, packageOf(2, '1', GOLD));
  reply(getAdminPackages, [PLUS, packageOf(2, '1', GOLD)]);
  await user.saveUntil('Package created successfully');
  await closed();
  expect(sent(postAdminPackage).at(-1)).toEqual(GOLD);
  await screen.findByRole('heading', { name: 'Gold' });
  expect(card('Gold')).toContain('Full Price$20.50/year');
  expect(card('Gold')).toContain('Current Price$0/year');
});

it('a change of a package shows what is wrong at its field, each failure, and that it is being saved', async () => {
  const user = await openPrices(packageOf(2, '1', GOLD));
  await user.edit('Gold');
  expect(name()).toHaveProperty('value', 'Gold');
  await user.fill(now(), '10');
  const errors = [
    { path: 'name', message: 'The name cannot be empty' },
    { path: 'price_yearly_usd_now', message: 'The current price cannot be above the full price' },
  ];
  for (const [response, message] of [
    [
      () => failure('invalid_input', { errors }),
      'Validation error: The name cannot be empty, The current price cannot be above the full price',
    ],
    [() => failure('unexpected', { message: 'The message of the server' }), 'The message of the server'],
    [badGateway, 'Failed to update package'],
  ] as const) {
    replyBy(putAdminPackage, response);
    await user.saveUntil(message);
    await findToast('Error');
    expect(name().getAttribute('aria-invalid')).toBe(message.startsWith('Validation') ? 'true' : null);
  }
  const changed = packageOf(2, '2', { ...GOLD, price_yearly_usd_now: 10 });
  reply(putAdminPackage, changed);
  reply(getAdminPackages, [changed]);
  const release = hold(putAdminPackage);
  await user.pressUntil(save, () => expect(screen.queryByText('Saving...')).not.toBeNull());
  release();
  await findToast('Package updated successfully');
  await waitFor(() => expect(card('Gold')).toContain('Current Price$10/year'));
});

it('a price rise requires a confirmation that states the number of emails, before anything is sent', async () => {
  const user = await openPrices(PLUS);
  reply(postAdminPackageRises, [{ plan: 'Plus', before: 4.99, after: 6, emails: 3, from: '2027-01-01T00:00:00.000Z' }]);
  await user.edit('Plus');
  await user.fill(now(), '6');
  await user.click(save());
  await screen.findByText(/The Plus plan rises from \$4\.99 to \$6\.00 a year\. 3 people/);
  await user.click(dialog().getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(now()).toHaveProperty('value', '6'));
  expect(sent(putAdminPackage)).toEqual([]);
  const raise = () => screen.queryByRole('button', { name: 'Raise and send 3 emails' });
  await user.pressUntil(save, () => expect(raise()).not.toBeNull());
  const dearer = packageOf(1, '2', { ...PLUS, price_yearly_usd_now: 6 });
  reply(putAdminPackage, dearer);
  reply(getAdminPackages, [dearer]);
  await user.click(raise() as HTMLElement);
  await waitFor(() => expect(card('Plus')).toContain('Current Price$6/year'));
});

it('a package is deleted after a confirmation, and a failure is reported', async () => {
  const user = await openPrices(PLUS, packageOf(2, '1', GOLD));
  const remove = async () => {
    await user.click(await screen.findByRole('button', { name: 'Delete Gold' }));
    await screen.findByText('Are you sure you want to delete this package?');
    await user.click(dialog().getByRole('button', { name: 'Delete' }));
    await closed();
  };
  replyBy(deleteAdminPackage, disconnected);
  await remove();
  await findToast('Failed to delete package');
  reply(deleteAdminPackage, { message: 'Deleted.' });
  await waitFor(async () => {
    await remove();
    expect(requests(deleteAdminPackage)).toHaveLength(2);
  });
  await findToast('Package deleted successfully');
  expect(requests(deleteAdminPackage)[1]).toMatchObject({ params: { id: '2' }, ifMatch: '"1"' });
});

it('prices of two tabs are merged, and both versions of the same price are shown', async () => {
  let stored = packageOf(2, '1', { name: 'Gold', price_yearly_usd_full: 10, price_yearly_usd_now: 5 });
  const saveInOtherTab = (change: Partial<typeof GOLD>) => {
    stored = { ...stored, ...change, version: `${Number(stored.version) + 1}` };
  };
  const user = await openPrices(stored);
  replyBy(getAdminPackages, () => ok(getAdminPackages, [stored]));
  replyBy(putAdminPackage, ({ body, ifMatch }) => {
    if (ifMatch !== `"${stored.version}"`) return failure('version_conflict', { current: stored });
    saveInOtherTab(body);
    return ok(putAdminPackage, stored);
  });
  saveInOtherTab({ price_yearly_usd_full: 20 });
  await user.edit('Gold');
  await user.fill(now(), '4');
  await user.click(save());
  await waitFor(() => expect(card('Gold')).toContain('Full Price$20/yearCurrent Price$4/year'));
  await closed();

  saveInOtherTab({ price_yearly_usd_full: 30 });
  await user.edit('Gold');
  await user.fill(full(), '40');
  await user.pressUntil(save, () => expect(screen.queryByText('This was changed somewhere else')).not.toBeNull());
  expect(screen.getByRole('dialog').textContent).toContain('Full Price (USD/year)Stored now$30Yours$40');
  await user.click(dialog().getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(card('Gold')).toContain('Full Price$40/yearCurrent Price$4/year'));
});

it('a package that another tab has deleted vanishes when it is saved', async () => {
  const user = await openPrices(PLUS, packageOf(2, '1', GOLD));
  await user.edit('Gold');
  refuse(postAdminPackageRises, 'not_found');
  refuse(putAdminPackage, 'not_found');
  reply(getAdminPackages, [PLUS]);
  await user.click(save());
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Gold', hidden: true })).toBeNull());
});
