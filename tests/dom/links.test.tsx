import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Block, getBlocks } from '../../contract/blocks/blocks.ts';
import { patchHandle } from '../../contract/handles/handle-changes.ts';
import { getHandle, getHandles } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import { getPublicProfile } from '../../contract/profiles/profiles.ts';
import { badGateway, disconnected, hold, ok, refuse, reply, replyBy } from '../support/dom/fake-server.ts';
import { findToast, openApp, useApp } from '../support/dom/open-app.tsx';
import { HANDLE } from '../support/dom/samples.ts';

useApp();

const network = (platform: string, url = `https://${platform}.com/ada`): Block =>
  ({
    type: 'network',
    id: platform,
    platform,
    username: 'ada',
    url,
    hidden: false,
    featured: false,
    from: null,
    until: null,
  }) as Block;

/** A page with networks only, which are saved as `socialLinks`. */
function serve(...platforms: string[]) {
  const stored = { platforms, links: platforms.map((platform) => network(platform)), version: 1 };
  const allow = () =>
    replyBy(patchHandle, ({ body: { socialLinks = [] } }) => {
      stored.platforms = socialLinks.map(({ platform }) => platform);
      stored.links = socialLinks.map(
        ({ platform, username, url = '' }) => ({ ...network(platform, url), username }) as Block,
      );
      stored.version += 1;
      const shown = socialLinks.map(({ platform, username, url = '' }) => ({
        platform,
        username,
        url,
        isActive: true,
        active: true,
      }));
      return ok(patchHandle, { ...HANDLE, version: `${stored.version}`, socialLinks: shown });
    });
  allow();
  reply(getHandles, [HANDLE]);
  reply(getHandle, HANDLE);
  replyBy(getBlocks, () => ok(getBlocks, stored.links));
  refuse(getPublicProfile, 'not_found');
  return { stored, allow };
}

const names = () =>
  within(screen.getByRole('list', { name: /^Connected accounts/ }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);
const add = () => screen.getByRole('button', { name: 'Add Link' });

it('a phone number and an invite become links, and a name without an address is rejected', async () => {
  const { stored } = serve();
  const user = await openApp(pages.manageSocial());
  await user.click(await screen.findByRole('button', { name: 'Add WhatsApp' }));
  const number = await screen.findByRole('textbox', { name: 'Phone number' });
  await user.fill(number, '0151 123456');
  await user.keyboard('{Enter}');
  await screen.findByText(/WhatsApp needs the number with its country code/);
  expect(document.activeElement).toBe(number);
  await user.fill(number, '+49 151 123 456');
  await screen.findByText('Leads to https://wa.me/49151123456');
  await user.keyboard('{Enter}');
  const visit = await screen.findByRole('link', { name: /^Visit WhatsApp/ });
  expect(visit.getAttribute('href')).toBe('https://wa.me/49151123456');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(stored.platforms).toEqual(['whatsapp']));

  await user.click(screen.getByRole('button', { name: 'Add Discord' }));
  const discord = await screen.findByRole('textbox', { name: 'User ID or invite link' });
  await user.fill(discord, 'mayamakes');
  await user.click(add());
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('A Discord name has no address.'));
  await user.fill(discord, 'https://discord.com/invite/maya');
  const invite = () => screen.queryByRole('link', { name: /^Visit Discord/ })?.getAttribute('href');
  await user.click(add());
  await waitFor(() => expect(invite()).toBe('https://discord.gg/maya'));
});

it.each([
  ['an error of a proxy', badGateway],
  ['no response', disconnected],
])('after %s, the typed name stays, and unsaved links are marked and can be saved again', async (_, response) => {
  const { stored, allow } = serve('github', 'twitch');
  const user = await openApp(pages.manageSocial());
  await user.click(await screen.findByRole('button', { name: 'Add Reddit' }));
  const name = await screen.findByRole('textbox', { name: 'Username' });
  replyBy(patchHandle, response);
  await user.fill(name, 'typed-once');
  await user.click(add());
  await screen.findByText('Something went wonky. Please try again.');
  expect(name).toHaveProperty('value', 'typed-once');
  await waitFor(() => expect(add().getAttribute('aria-busy')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Save All Changes' })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'More actions for GitHub' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Move down' }));
  await screen.findByText('Your links were not saved.');
  expect(names()).toEqual(['Twitch', 'GitHub']);
  expect(stored.platforms).toEqual(['github', 'twitch']);
  allow();
  await user.click(screen.getByRole('button', { name: 'Save All Changes' }));
  await waitFor(() => expect(stored.platforms).toEqual(['twitch', 'github']));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save All Changes' })).toBeNull());
  await findToast('Your links are live!');
});

it('moves in quick succession leave the screen with the order that is saved', async () => {
  const { stored } = serve('github', 'twitch');
  const user = await openApp(pages.manageSocial());
  await screen.findByRole('button', { name: 'More actions for GitHub' });
  // The first save is under way while the others are made.
  const release = hold(patchHandle);
  for (const [way, order] of [
    ['down', ['Twitch', 'GitHub']],
    ['up', ['GitHub', 'Twitch']],
    ['down', ['Twitch', 'GitHub']],
  ] as const) {
    await user.click(screen.getByRole('button', { name: 'More actions for GitHub' }));
    await user.click(await screen.findByRole('menuitem', { name: `Move ${way}` }));
    await waitFor(() => expect(names()).toEqual(order));
  }
  release();
  await screen.findByText('All changes are live.');
  expect(stored.platforms).toEqual(['twitch', 'github']);
  expect(names()).toEqual(['Twitch', 'GitHub']);
});

it('the picked one of several handles is edited, and another one can be picked', async () => {
  serve('github');
  const other = { ...HANDLE, id: 12, handle: 'ada-at-work' };
  replyBy(getHandles, ({ query }) => {
    const name = query.get('handle');
    return ok(
      getHandles,
      [HANDLE, other].filter(({ handle }) => name === null || name === handle),
    );
  });
  replyBy(getHandle, ({ params }) => ok(getHandle, params.id === '12' ? other : HANDLE));
  replyBy(getBlocks, ({ params }) => ok(getBlocks, params.id === '12' ? [network('github')] : []));
  const user = await openApp(`${pages.manageSocial()}?handle=${other.handle}`);
  await waitFor(() => expect(names()).toEqual(['GitHub']));
  await user.click(await screen.findByRole('button', { name: /^Handle: ada-at-work/ }));
  await user.click(await screen.findByRole('button', { name: HANDLE.handle }));
  await screen.findByText('Nothing is connected yet. Pick a platform below.');
});
