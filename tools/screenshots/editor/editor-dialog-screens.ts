import type { Page } from 'playwright';
import type { Screen } from '../screen.ts';
import { editor, menuOf, toDialog } from './editor-screens.ts';

/** The blocks with different dialogs, by the end of the screen's name. */
const EDITED = {
  heading: 'The laboratory',
  text: 'Nothing in life is to be feared,',
  icons: 'Row of icons',
  embed: 'A lecture in Paris',
  contact: 'Contact form',
  subscribe: 'Letters from the laboratory',
  network: 'Mastodon',
};

const edit = (title: string) => async (page: Page) => {
  await menuOf(page, title);
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('dialog').waitFor();
};

const LINKS = [
  ...Array.from({ length: 9 }, (_, at) => ({ title: `Letter ${at + 1}`, url: `https://letters.example/${at}` })),
  { title: `Ein sehr langer Titel ${'ohne Ende '.repeat(12)}`, url: `https://letters.example/${'a'.repeat(90)}` },
  { title: 'متجر الربيع والخرائط', url: 'https://shop.example/' },
  { title: 'Our terms', url: 'https://linktr.ee/s/terms' },
];
const TREE = { props: { pageProps: { account: { username: 'marie', pageTitle: 'Marie Curie', links: LINKS } } } };
const SAVED_PAGE = `<!doctype html><meta property="og:url" content="https://linktr.ee/marie">
  <script id="__NEXT_DATA__" type="application/json">${JSON.stringify(TREE)}</script>`;

async function chooseFile(page: Page, content: string): Promise<void> {
  await page.getByRole('button', { name: 'Import' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('dialog').getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({ name: 'marie.html', mimeType: 'text/html', buffer: Buffer.from(content) });
}

/** Responds to a save with a version that differs from this tab's, and then with other blocks. */
async function showConflict(page: Page): Promise<void> {
  const theirs = [
    { id: 'x', type: 'heading', text: 'Theirs', hidden: false, featured: false, from: null, until: null },
  ];
  await page.route('**/api/handles/*/blocks', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: theirs, headers: { ETag: '"2"' } })
      : route.fulfill({
          status: 412,
          json: { code: 'version_conflict', message: 'Changed.' },
          headers: { ETag: '"2"' },
        }),
  );
}

/** The dialogs of the editor: one for each kind of block, the steps of an import, and the result of a save. */
export const EDITOR_DIALOG_SCREENS: Screen[] = [
  ...Object.entries(EDITED).map(([kind, title]) => ({ name: `editor-dialog-${kind}`, ...editor, act: edit(title) })),
  {
    name: 'editor-add-nothing',
    ...editor,
    act: (page) => toDialog(page, 'zzz no such thing'),
  },
  {
    name: 'editor-import',
    ...editor,
    act: async (page) => {
      await page.getByRole('button', { name: 'Import' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'editor-import-choose',
    ...editor,
    act: async (page) => {
      await chooseFile(page, SAVED_PAGE);
      await page.getByText('chosen').waitFor();
    },
  },
  {
    name: 'editor-import-nothing',
    ...editor,
    act: async (page) => {
      await chooseFile(page, '<p>Nothing here</p>');
      await page.getByRole('dialog').getByText('No links were found').waitFor();
    },
  },
  {
    name: 'editor-conflict',
    ...editor,
    act: async (page) => {
      await showConflict(page);
      await page.getByRole('switch', { name: 'Show Notebooks on your page' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'editor-offline',
    ...editor,
    act: async (page) => {
      await page.context().setOffline(true);
      await page.getByRole('switch', { name: 'Show Notebooks on your page' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'editor-forced-colours', ...editor, forcedColors: true },
  { name: 'appearance-forced-colours', path: '/app/manage-appearance', as: 'member', forcedColors: true },
];
