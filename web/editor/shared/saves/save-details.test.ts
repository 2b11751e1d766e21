import { describe, expect, it, vi } from 'vitest';
import type { Block } from '../../../../contract/blocks/blocks.ts';
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

it('sends details once, with the version that saving links gave the handle', async () => {
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

describe('details after blocks with networks were put', () => {
  const network = { type: 'network', platform: 'github', username: 'ada', url: 'https://github.com/ada' };
  const heading = { type: 'heading', text: 'Code' };

  /** Puts both blocks and returns the versions that the following saves of details send. */
  async function versionsSent(loadHandle: () => Promise<Handle | null>, meanwhile = (_store: EditorStore) => {}) {
    const store = new EditorStore(handle, [], 'b1');
    const patchHandle = vi.fn(async (body: object, version: string) => ({
      ...handle,
      ...body,
      version: `${version}+`,
    }));
    const putBlocks = async (blocks: unknown) => ({ version: 'b2', blocks });
    const events = { onDetailsSaved: vi.fn(), onBlocksSaved: vi.fn() } as unknown as EditorEvents;
    const queue = new SaveQueue(store, { patchHandle, putBlocks, loadHandle } as unknown as EditorCalls, events);
    const blocks = new BlockSaves(queue);
    store.edit('add', { blocks: store.keyed([network, heading] as unknown as Block[]) });
    await blocks.save();
    meanwhile(store);
    for (const displayName of ['Countess', 'Countess of Lovelace']) {
      store.edit('name', { details: { ...store.current().draft.details, displayName } });
      await saveDetails(queue, blocks);
    }
    expect(store.unsaved()).toEqual([]);
    return patchHandle.mock.calls.map(([, version]) => version);
  }
  const changed = { ...handle, version: 'v2', socialLinks: [network] } as unknown as Handle;

  it('sends details with the new version of the handle after its blocks were put', async () => {
    const loadHandle = vi.fn(async () => changed);
    expect(await versionsSent(loadHandle)).toEqual(['v2', 'v2+']);
    expect(loadHandle).toHaveBeenCalledTimes(1);
  });

  it('does not read a handle that a screen has already read', async () => {
    const loadHandle = vi.fn(async () => changed);
    expect(await versionsSent(loadHandle, (store) => store.adoptHandle(changed))).toEqual(['v2', 'v2+']);
    expect(loadHandle).not.toHaveBeenCalled();
  });

  it('sends details with the known version if the handle could not be read', async () => {
    expect(await versionsSent(() => Promise.reject(new Error('offline')))).toEqual(['v1', 'v1+']);
  });
});
