import type { Page } from 'playwright';
import type { Screen } from '../screen.ts';

const shown = { hidden: false, featured: false, from: null, until: null };

/** Blocks in all of their states. */
const BLOCKS = [
  { id: 'h', type: 'heading', text: 'The laboratory', ...shown },
  {
    id: 'l',
    type: 'link',
    title: 'Notebooks',
    url: 'https://notes.example/',
    image: null,
    emoji: null,
    ...shown,
    featured: true,
  },
  {
    id: 'instagram',
    type: 'network',
    platform: 'instagram',
    username: 'marie',
    url: 'https://instagram.com/marie',
    ...shown,
  },
  {
    id: 'm',
    type: 'network',
    platform: 'mastodon',
    username: '@marie@mastodon.social',
    url: 'https://mastodon.social/@marie',
    ...shown,
    hidden: true,
  },
  {
    id: 'v',
    type: 'embed',
    kind: 'video',
    title: 'A lecture in Paris',
    url: 'https://video.example/1',
    image: null,
    ...shown,
    until: '2099-01-01T10:00:00Z',
  },
  {
    id: 'b',
    type: 'link',
    title: 'Not allowed here',
    url: 'https://blocked.example/',
    image: null,
    emoji: null,
    ...shown,
    blocked: true,
  },
  {
    id: 'i',
    type: 'icons',
    items: [{ platform: 'github', username: 'marie', url: 'https://github.com/marie' }],
    ...shown,
  },
  { id: 't', type: 'text', text: 'Nothing in life is to be feared,\nit is only to be understood.', ...shown },
  { id: 'c', type: 'contact', title: null, note: null, ...shown },
  { id: 's', type: 'subscribe', title: 'Letters from the laboratory', note: null, ...shown },
];

export const editor = { path: '/app/manage-social', as: 'member', prepare: mockBlocks } as const;

async function mockBlocks(page: Page): Promise<void> {
  await page.route('**/api/handles/*/blocks', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: BLOCKS, headers: { ETag: '"1"' } })
      : route.fulfill({ status: 500, json: { code: 'unexpected', message: 'Something went wrong.' } }),
  );
}

export async function menuOf(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${title}` }).press('Enter');
  await page.getByRole('menu').waitFor();
}

export async function toDialog(page: Page, search: string): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('searchbox').fill(search);
}

/** The editor in its states. Its tabs without blocks are the screens of the specification. */
export const EDITOR_SCREENS: Screen[] = [
  { name: 'editor-blocks', ...editor, act: async (page) => page.getByText('Letters from').first().waitFor() },
  { name: 'editor-menu', ...editor, act: (page) => menuOf(page, 'Notebooks') },
  { name: 'editor-add', ...editor, act: (page) => toDialog(page, '') },
  { name: 'editor-add-pasted', ...editor, act: (page) => toDialog(page, 'https://bsky.app/profile/marie.bsky.social') },
  {
    name: 'editor-link-dialog',
    ...editor,
    act: async (page) => {
      await menuOf(page, 'Notebooks');
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await page.getByRole('textbox', { name: 'Address' }).fill('not an address');
      await page.getByRole('button', { name: 'Update', exact: true }).click();
      await page.getByText('Please enter an address').waitFor();
    },
  },
  {
    name: 'editor-schedule',
    ...editor,
    act: async (page) => {
      await menuOf(page, 'Notebooks');
      await page.getByRole('menuitem', { name: 'Schedule' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'editor-not-saved',
    ...editor,
    act: async (page) => {
      await page.getByRole('switch', { name: 'Show Notebooks on your page' }).click();
      await page.getByText('Your links were not saved.').first().waitFor();
    },
  },
  {
    name: 'editor-preview',
    ...editor,
    act: async (page) => {
      const button = page.getByRole('button', { name: 'Preview' });
      if (await button.isVisible()) await button.click();
    },
  },
  {
    name: 'editor-own-look',
    ...editor,
    path: '/app/manage-appearance',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Accent', exact: true }).fill('#fde047');
      await page.getByRole('radio', { name: 'Gradient' }).click();
      await page.getByRole('radio', { name: 'Pill' }).click();
      await page.getByRole('radio', { name: 'Fraunces' }).click();
    },
  },
];
