import { expect, it, vi } from 'vitest';
import type { Handle } from '../../../../contract/handles/handles.ts';
import { EditorStore } from '../editor-store.ts';
import { BlockSaves } from './save-blocks.ts';
import { saveDetails } from './save-details.ts';
import { type EditorCalls, type EditorEvents, SaveQueue } from './save-queue.ts';

const handle = {
  id: 7,
  version: 'v1',
  handle: 'ada-lovelace-page',
  role: 'owner',
  displayName: 'Ada',
  bio: null,
  profilePicture: null,
  bannerImage: null,
  look: null,
  template: 'neon',
  emailForwarding: false,
  forwardingEmail: null,
  profilePage: true,
  socialLinks: [],
} as unknown as Handle;

it('details are sent once, with the version that a save of links gave the handle', async () => {
  const store = new EditorStore(handle, [], 'b1');
  const github = { platform: 'github', username: 'ada', url: 'https://github.com/ada', isActive: true };
  store.set({ handle: { ...handle, version: 'v2', socialLinks: [github] } as Handle });
  store.edit('name', { details: { ...store.current().draft.details, displayName: 'Countess' } });
  const patchHandle = vi.fn(async (body: object) => ({ ...handle, ...body, version: 'v3' }));
  const events = { onDetailsSaved: vi.fn() } as unknown as EditorEvents;
  const queue = new SaveQueue(store, { patchHandle } as unknown as EditorCalls, events);
  await saveDetails(queue, new BlockSaves(queue));
  expect(patchHandle.mock.calls).toEqual([[{ displayName: 'Countess' }, 'v2']]);
  expect(store.unsaved()).toEqual([]);
});
