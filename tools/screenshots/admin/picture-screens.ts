import type { Page } from 'playwright';
import type { AdminPicture } from '../../../contract/admin/pictures.ts';
import { picturePath } from '../../../contract/pictures.ts';
import { servePhotos } from '../photos.ts';
import type { Screen } from '../screen.ts';

const picture = (kind: AdminPicture['kind'], id: number, more: Partial<AdminPicture> = {}): AdminPicture => ({
  name: picturePath(kind, `0123456789abcde${id}`, kind === 'avatar' ? 256 : 960).slice('/media/'.length),
  kind,
  handle: 'marie-curie',
  userId: 12,
  state: 'shown',
  removedAt: null,
  ...more,
});

const removed = { handle: null, userId: null, state: 'removed', removedAt: '2026-11-22T12:00:00.000Z' } as const;

/** Mocks the search for a handle and the list of removed pictures. */
async function mockPictures(page: Page): Promise<void> {
  await servePhotos(page);
  await page.route('**/api/admin/pictures?*', (route) => {
    const search = new URL(route.request().url()).searchParams.get('search');
    const found = [
      picture('block', 1),
      picture('background', 2, { state: 'suspended' }),
      picture('avatar', 3, { handle: null }),
    ];
    const gone = [picture('banner', 4, removed), picture('avatar', 5, removed)];
    return route.fulfill({ json: search === 'nobody' ? [] : search ? found : gone });
  });
}

const admin = { path: '/app/adm?tab=pictures&search=marie-curie', as: 'newcomer', prepare: mockPictures } as const;

/** The administrators' tab for pictures: pictures of a handle, removed pictures, and the question before a removal. */
export const PICTURE_SCREENS: Screen[] = [
  { name: 'admin-pictures', ...admin },
  { ...admin, name: 'admin-pictures-removed', path: '/app/adm?tab=pictures' },
  { ...admin, name: 'admin-pictures-none', path: '/app/adm?tab=pictures&search=nobody' },
  {
    name: 'admin-pictures-error',
    path: '/app/adm?tab=pictures',
    as: 'newcomer',
    prepare: async (page) =>
      void (await page.route('**/api/admin/pictures?*', (route) => route.fulfill({ status: 503, json: {} }))),
  },
  {
    name: 'admin-picture-remove',
    ...admin,
    act: async (page) => {
      await page.getByRole('button', { name: 'Remove link picture' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
