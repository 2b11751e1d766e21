import { expect, it } from 'vitest';
import type { Handle } from '../../../contract/handles/handles.ts';
import { type Draft, type DraftBlock, draftOf } from '../shared/draft.ts';
import { unsavedText } from './unsaved-text.ts';

const handle = { displayName: 'Ada', bio: null, profilePage: true, template: 'neon', look: null } as Handle;
const shown = { hidden: false, featured: false, from: null, until: null } as const;
const shop: DraftBlock = {
  key: 'shop',
  block: { type: 'link', title: 'Shop', url: 'https://shop.example/prints', image: null, emoji: null, ...shown },
};
const text: DraftBlock = { key: 'text', block: { type: 'text', text: 'Two lines\nof mine', ...shown } };
const base = { details: handle, look: handle, blocks: { version: '1', blocks: [shop] } };
const draft = draftOf({ handle, blocks: base.blocks });

const changed: [string, Partial<Draft>, string][] = [
  ['nothing', {}, ''],
  [
    'texts and switches',
    { details: { ...draft.details, bio: 'Prints', profilePage: false } },
    'Bio: Prints\nProfile Page: off',
  ],
  ['a theme', { template: 'ocean' }, 'Theme: Ocean Breeze'],
  ['blocks', { blocks: [shop, text] }, 'Links:\nShop - https://shop.example/prints\nTwo lines\nof mine'],
];

it.each(changed)('lists unsaved changes of %s with everything that was typed', (_what, changes, expected) => {
  expect(unsavedText({ base, draft: { ...draft, ...changes } })).toBe(expected);
});
