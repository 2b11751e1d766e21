import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Block, getBlocks, putBlocks } from '../../contract/blocks/blocks.ts';
import { patchAppearance, patchHandle } from '../../contract/handles/handle-changes.ts';
import { getHandle, getHandles, type Handle } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import { getPublicProfile } from '../../contract/profiles/profiles.ts';
import { getTeam } from '../../contract/teams/teams.ts';
import {
  badGateway,
  disconnected,
  failure,
  hold,
  ok,
  refuse,
  reply,
  replyBy,
  sent,
} from '../support/dom/fake-server.ts';
import { findToast, openApp, useApp } from '../support/dom/open-app.tsx';
import { HANDLE, OWNER } from '../support/dom/samples.ts';

useApp();

const SAVED = 'Settings saved successfully!';

/** The stored state, which gets a new version with each change. `change` is a change by another tab. */
function serve(start: Handle = HANDLE, blocks: Block[] = []) {
  const stored = { handle: start, blocks };
  replyBy(getHandles, ({ query }) => {
    const name = query.get('handle');
    return ok(getHandles, name === null || name === stored.handle.handle ? [stored.handle] : []);
  });
  replyBy(getHandle, () => ok(getHandle, stored.handle));
  replyBy(getBlocks, () => ok(getBlocks, stored.blocks));
  const change = (some: Partial<Handle>) => {
    stored.handle = { ...stored.handle, ...some, version: `${Number(stored.handle.version) + 1}` };
  };
  const allow = () => {
    replyBy(patchHandle, ({ body, ifMatch }) => {
      if (ifMatch !== null && ifMatch !== `"${stored.handle.version}"`)
        return failure('version_conflict', { current: stored.handle });
      change(body as Partial<Handle>);
      return ok(patchHandle, stored.handle);
    });
    replyBy(patchAppearance, ({ body: { template } }) => {
      change({ template });
      return ok(patchAppearance, stored.handle);
    });
    replyBy(putBlocks, ({ body }) => {
      stored.blocks = body as Block[];
      return ok(putBlocks, stored.blocks);
    });
  };
  allow();
  refuse(getPublicProfile, 'not_found');
  reply(getTeam, {
    handle: start.handle,
    plan: start.plan,
    entitled: false,
    availableFrom: 'Deluxe',
    paidUntil: null,
    role: 'owner',
    receivesMail: true,
    memberId: null,
    owner: { email: OWNER.email },
    transfer: null,
  });
  return { stored, change, allow };
}

const save = () => screen.getByRole('button', { name: 'Save All Changes' });
const field = (name: string) => screen.findByRole('textbox', { name });

it('a failed save of the theme is reported and can be tried again', async () => {
  const { allow } = serve();
  const user = await openApp(pages.manageAppearance());
  await user.click(await screen.findByRole('radio', { name: 'Candy Pop' }));
  refuse(patchAppearance, 'unexpected');
  const release = hold(patchAppearance);
  const button = () => screen.getByRole('button', { name: /Save Candy Pop Theme/ });
  await user.click(button());
  await screen.findByText('Saving Template...');
  release();
  await findToast('Failed to update profile appearance');
  await findToast('Error');
  screen.getByText('There are unsaved changes.');
  allow();
  await user.pressUntil(button, () =>
    expect(screen.queryAllByText('Profile appearance updated successfully')).not.toHaveLength(0),
  );
});

it.each([pages.manageAppearance(), pages.manageSocial()])(
  '%s offers to create a handle if none exists',
  async (path) => {
    reply(getHandles, []);
    await openApp(path);
    await screen.findByText('No handle found. Create your epic handle first!');
    expect(screen.getByRole('link', { name: 'Create Handle' }).getAttribute('href')).toBe(pages.create());
  },
);

it('the handle of another user is not found', async () => {
  serve();
  await openApp(pages.manageHandle('not-mine'));
  await screen.findByRole('heading', { name: 'Handle Not Found' });
  screen.getByText("The handle could not be found or you don't have permission to manage it");
  const [first] = within(screen.getByRole('main')).getAllByRole('link');
  expect(first?.getAttribute('href')).toBe(pages.manage());
});

it('validation errors are shown at their fields, and the typed values are kept', async () => {
  const { allow } = serve();
  const user = await openApp(pages.manageHandle(HANDLE.handle));
  const bio = await field('Bio');
  const picture = screen.getByLabelText('Profile Picture URL');
  const address = screen.getByLabelText('Forward to Email');
  await user.fill(bio, 'x'.repeat(501));
  await user.fill(picture, 'http://not.secure/picture.png');
  await user.fill(address, 'no address');
  await user.click(save());
  await screen.findByText('Please use at most 500 characters.');
  screen.getByText('Please enter an address that begins with https://');
  screen.getByText('Please enter a valid email address');
  expect(document.activeElement).toBe(bio);
  await user.fill(bio, 'Short');
  await waitFor(() => expect(screen.queryByText('Please use at most 500 characters.')).toBeNull());
  await user.fill(picture, '');

  // Errors that only the server detects.
  await user.fill(address, 'somebody@localhost.localdomain');
  const message = 'Mail cannot be forwarded to an address here.';
  refuse(patchHandle, 'own_domain', { message });
  await user.click(save());
  await screen.findByText(message);
  await waitFor(() => expect(document.activeElement).toBe(address));

  // Forwarding needs an address.
  await user.fill(address, '');
  const control = screen.getByRole('switch', { name: 'Enable Email Forwarding' });
  await user.click(control);
  const needed = 'Please enter the address of your real inbox, or switch forwarding off.';
  await user.pressUntil(save, () => expect(screen.queryByText(needed)).not.toBeNull());
  await user.click(control);

  for (const [at, response] of [badGateway, disconnected].entries()) {
    replyBy(patchHandle, response);
    const before = sent(patchHandle).length;
    await user.pressUntil(save, () => expect(sent(patchHandle), `${at}`).toHaveLength(before + 1));
    await screen.findByText('Your settings could not be saved. Please try again.');
    expect(bio).toHaveProperty('value', 'Short');
    await waitFor(() => expect(save().getAttribute('aria-busy')).toBeNull());
  }
  allow();
  await user.pressUntil(save, () => expect(screen.queryAllByText(SAVED)).not.toHaveLength(0));
  expect(sent(patchHandle).at(-1)).toEqual({ bio: 'Short' });
});

it('settings of two tabs are merged by field, and both versions of the same field are shown', async () => {
  const { stored, change } = serve();
  const user = await openApp(pages.manageHandle(HANDLE.handle));
  const bio = await field('Bio');
  const saveAndAwait = (awaited: Partial<Handle>) =>
    user.pressUntil(save, () => expect(stored.handle).toMatchObject(awaited));
  const versions = () => screen.findByRole('dialog', { name: 'This was changed somewhere else' });
  change({ displayName: 'Of the other tab' });
  await user.fill(bio, 'Of this tab');
  await saveAndAwait({ displayName: 'Of the other tab', bio: 'Of this tab' });
  await waitFor(async () => expect(await field('Display Name')).toHaveProperty('value', 'Of the other tab'));

  change({ bio: 'Theirs', displayName: 'Theirs as well' });
  await user.fill(bio, 'Mine');
  await user.pressUntil(save, () => expect(screen.queryByText('This was changed somewhere else')).not.toBeNull());
  expect((await versions()).textContent).toContain('Stored nowTheirsYoursMine');
  await user.click(within(await versions()).getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(stored.handle).toMatchObject({ displayName: 'Theirs as well', bio: 'Mine' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  change({ bio: 'Theirs again' });
  await user.fill(bio, 'Mine again');
  await user.fill(await field('Display Name'), 'Mine, too');
  await user.pressUntil(save, () => expect(screen.queryByText('This was changed somewhere else')).not.toBeNull());
  await user.click(within(await versions()).getByRole('button', { name: 'Take theirs' }));
  await waitFor(() => expect(stored.handle).toMatchObject({ displayName: 'Mine, too', bio: 'Theirs again' }));
  expect(bio).toHaveProperty('value', 'Theirs again');
});

it('the server’s reasons are shown at the field of the dialog and at the row of the block', async () => {
  const link = (id: string, title: string, more: object = {}) => ({
    type: 'link' as const,
    id,
    title,
    url: `https://${id}.example/`,
    image: null,
    emoji: null,
    hidden: false,
    featured: false,
    from: null,
    until: null,
    ...more,
  });
  const { allow } = serve(HANDLE, [
    link('shop', 'Shop'),
    link('forbidden', 'Forbidden', { blocked: true }),
    link('reported', 'Reported', { hidden: true, heldBy: 7 }),
  ]);
  const user = await openApp(pages.manageSocial());
  const shown = (title: string) => screen.findByRole('switch', { name: `Show ${title} on your page` });
  for (const [title, why, way, target] of [
    ['Forbidden', 'Pages here cannot link to this address', 'Ask us to look at it', '/app/support'],
    [
      'Reported',
      'An administrator hid this part',
      'See the reason, or appeal',
      `/app/support?handleId=${HANDLE.id}&decision=7`,
    ],
  ] as const) {
    const control = await shown(title);
    expect(control).toHaveProperty('disabled', true);
    expect(control.getAttribute('aria-checked')).toBe('false');
    const row = control.closest('li') as HTMLElement;
    expect(row.textContent).toContain(why);
    expect(within(row).getByRole('link', { name: way }).getAttribute('href')).toBe(target);
  }
  await user.click(screen.getByRole('button', { name: 'More actions for Shop' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const address = await field('Address');
  const update = () => screen.getByRole('button', { name: 'Update' });
  await user.fill(address, 'javascript:alert(1)');
  await user.click(update());
  await screen.findByText(/Please enter an address that begins with/);
  expect(document.activeElement).toBe(address);
  await user.fill(address, 'https://not-allowed.example/');
  const message = 'Pages here may not link to this address.';
  refuse(putBlocks, 'invalid_input', { errors: [{ path: '0.url', message }] });
  await user.pressUntil(update, () => expect(screen.queryByText(message)).not.toBeNull());
  expect(address).toHaveProperty('value', 'https://not-allowed.example/');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await shown('Shop'));
  const row = () => screen.getByRole('switch', { name: 'Show Shop on your page' }).closest('li')?.textContent;
  await waitFor(() => expect(row()).toContain(message));
  allow();
  await user.pressUntil(save, () => expect(screen.queryByText('All changes are live.')).not.toBeNull());
});

it('a removal that could not be saved is reported, and is saved when the connection is back', async () => {
  const block: Block = {
    type: 'network',
    id: 'one',
    platform: 'github',
    username: 'ada',
    url: 'https://github.com/ada',
    hidden: false,
    featured: false,
    from: null,
    until: null,
  };
  const { stored, allow } = serve(HANDLE, [block]);
  const user = await openApp(pages.manageSocial());
  const remove = await screen.findByRole('button', { name: 'Remove GitHub' });
  for (const call of [putBlocks, getBlocks, getHandles]) replyBy(call, disconnected);
  await user.click(remove);
  await findToast('Something went wonky. Please try again.');
  await screen.findByText('Your links were not saved.');
  expect(screen.queryByText('Failed to fetch handles')).toBeNull();
  allow();
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(stored.blocks).toEqual([]));
  await findToast('Your links are live!');
});
