import type { Page } from 'playwright';
import { mockAudience, subscribersOf } from '../../tests/support/browser/mock-audience.ts';
import type { Screen } from './screen.ts';

const path = '/app/audience';
const show = (mocks: Parameters<typeof mockAudience>[1]) => (page: Page) => mockAudience(page, mocks);
const items = subscribersOf(12);

export const AUDIENCE_SCREENS: Screen[] = [
  { name: 'audience', path, as: 'member', prepare: show({ total: 1284, items }) },
  { name: 'audience-empty', path, as: 'member', prepare: show({}) },
  { name: 'audience-no-form', path, as: 'member', prepare: show({ isOffered: false }) },
  {
    name: 'audience-form-hidden',
    path,
    as: 'member',
    prepare: show({ total: 1, isOffered: false, items: items.slice(0, 1) }),
  },
  { name: 'audience-failed', path, as: 'member', prepare: show({ total: 3, items: 'failure' }) },
  {
    name: 'audience-remove',
    path,
    as: 'member',
    prepare: show({ total: 12, items }),
    act: async (page) => {
      await page.getByRole('button', { name: 'Remove reader.0@readers.example' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
