import { expect, type Page } from '@playwright/test';
import { pages } from '../../contract/paths.ts';
import { put } from '../support/browser/editor.ts';
import { test } from '../support/browser/fixtures.ts';
import { connected, signedInWithPlus } from '../support/browser/plus-handle.ts';
import { signedInWith } from '../support/browser/sign-in.ts';
import { enterState, PAGE_STATES, type PageState } from '../support/pages/page-states.ts';
import { pngFile } from '../support/pictures/picture-files.ts';

const HANDLE = 'pvw';
const EDITOR = 'edits-pvw-with-others';
/** As wide as the phone in the editor. */
const PHONE = { width: 360, height: 700 };

/** Returns what a person sees of a page, with a line for each visible element: its text, addresses and looks. */
async function seen(page: Page, where: 'page' | 'preview'): Promise<string[]> {
  const root = page.locator(where === 'page' ? 'body > .np' : '[aria-label="Live preview"] .np');
  await root.waitFor();
  return root.evaluate((np) => {
    const lines: string[] = [];
    for (const element of np.querySelectorAll('*')) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      // The app draws an icon as a path, a page uses a file of them.
      if (['path', 'use'].includes(element.localName)) continue;
      // The editor does not offer to report the page.
      if (element.getAttribute('href')?.endsWith('/report')) continue;
      const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const text = texts.map(({ textContent }) => textContent).join('');
      const attributes = ['href', 'src', 'action', 'dir'].map((name) => element.getAttribute(name) ?? '');
      const { color, backgroundColor, fontFamily, fontSize } = getComputedStyle(element);
      lines.push([element.localName, text, ...attributes, color, backgroundColor, fontFamily, fontSize].join(' '));
    }
    return lines;
  });
}

/** Shows pictures of other sites, which the machine of the test cannot reach. */
async function withPictures(page: Page): Promise<Page> {
  const { mimeType, buffer } = await pngFile(96, 54);
  await page.route('https://pictures.example/**', (route) => route.fulfill({ contentType: mimeType, body: buffer }));
  return page;
}

test('the preview of the editor shows what visitors of the page see, in every state of a handle', async ({
  allowErrors,
  app,
  browser,
  page: owner,
}) => {
  allowErrors(/status of 404/);
  const id = await signedInWithPlus(app, owner, HANDLE, 'ada@inbox.example');
  await withPictures(owner);
  const open = async (viewport: typeof PHONE) =>
    withPictures(await browser.newPage({ baseURL: app.url, viewport, reducedMotion: 'reduce' }));
  const [editor, visitor] = [await open({ width: 1280, height: 800 }), await open(PHONE)];
  await signedInWith(app, editor, EDITOR);

  await connected(app, async (client) => {
    await client.query(
      `insert into handle_members (handle_id, account_id, email, role, expires_at, joined_at)
       select $1, id, email, 'editor', now(), now() from accounts where email = $2`,
      [id, `${EDITOR}@account.example`],
    );
    const run = (text: string, values: unknown[]) => client.query(text, values);
    for (const state of PAGE_STATES) {
      await enterState(run, id, state, async (blocks) => {
        const response = await put(app, owner, id, [...blocks]);
        expect(response.ok(), await response.text()).toBe(true);
      });
      const viewer = state.viewer === 'editor' ? editor : owner;
      await viewer.goto(`${pages.manageSocial()}?handle=${HANDLE}`);
      const preview = await seen(viewer, 'preview');
      expect(has(preview, 'mailto:'), state.name).toBe(state.showsAddress ?? true);
      expect(has(preview, '/contact'), state.name).toBe(state.showsContact ?? true);

      const response = await visitor.goto(pages.profile(HANDLE));
      expect(response?.status(), state.name).toBe((state.isServed ?? true) ? 200 : 404);
      if (state.isServed ?? true) expect(preview, state.name).toEqual(await seen(visitor, 'page'));
    }
  });

  // Typed text is shown in the preview, and on the page once it is saved.
  const [state] = PAGE_STATES as [PageState];
  await connected(app, (client) =>
    enterState(
      (text, values) => client.query(text, values),
      id,
      state,
      async () => {},
    ),
  );
  await owner.goto(pages.manageHandle(HANDLE));
  await owner.getByLabel('Display Name').fill('Ada Lovelace');
  await owner.getByRole('switch', { name: 'Enable Email Forwarding' }).click();
  const draft = await seen(owner, 'preview');
  expect([has(draft, 'Ada Lovelace'), has(draft, 'mailto:'), has(draft, '/contact')]).toEqual([true, false, false]);
  await visitor.goto(pages.profile(HANDLE));
  expect(has(await seen(visitor, 'page'), 'Ada Lovelace')).toBe(false);
  await owner.getByRole('button', { name: 'Save All Changes' }).click();
  await expect(owner.getByText('Settings saved successfully!')).toBeVisible();
  await visitor.goto(pages.profile(HANDLE));
  expect(await seen(owner, 'preview')).toEqual(await seen(visitor, 'page'));
  await Promise.all([editor.context().close(), visitor.context().close()]);
});

const has = (lines: readonly string[], text: string) => lines.some((line) => line.includes(text));
