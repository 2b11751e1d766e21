import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Block, BlockOf } from '../../../contract/blocks/blocks.ts';
import type { Handle } from '../../../contract/handles/handles.ts';
import { ApiError } from '../../api/error.ts';
import { EditorSaves } from './editor-saves.ts';
import { EditorStore } from './editor-store.ts';
import type { EditorCalls } from './saves/save-queue.ts';

const shown = { hidden: false, featured: false, from: null, until: null };
const github: BlockOf<'network'> = {
  id: 'github',
  type: 'network',
  platform: 'github',
  username: 'ada',
  url: 'https://github.com/ada',
  ...shown,
};
const x: BlockOf<'network'> = { ...github, id: 'x', platform: 'x', url: 'https://x.com/ada' };
const heading = (text: string, id?: string): Block => ({ type: 'heading', text, ...shown, ...(id && { id }) });

const pictures = { profilePicture: null, picture: null, bannerImage: null };
const noMail = { emailForwarding: false, forwardingEmail: null, forwardingStatus: 'none', deliveringTo: null } as const;
const handle: Handle = {
  id: 7,
  version: 'v1',
  handle: 'ada-lovelace-page',
  ...({ role: 'owner', receivesMail: true } as const),
  plan: 'Free',
  status: 'active',
  displayName: 'Ada',
  bio: null,
  ...pictures,
  account: { avatarUrl: null, bannerUrl: null, emailVisible: true },
  acceptsMail: false,
  look: null,
  template: 'neon',
  ...noMail,
  mail: { state: 'none', reason: null, since: null },
  profilePage: true,
  socialLinks: [],
  createdAt: '2026-01-01T00:00:00.000Z',
};

/** A server in memory whose versions are counted. */
class FakeServer {
  blocks: Block[] = [];
  version = 1;
  handle = handle;
  readonly sent: string[] = [];
  failure: Error | null = null;
  /** Runs while the next request is under way. */
  during: (() => void) | null = null;
  readonly calls: EditorCalls = {
    loadBlocks: async () => ({ version: String(this.version), blocks: this.blocks }),
    loadHandle: async () => this.handle,
    putBlocks: async (blocks, version) => {
      this.#receive('PUT', blocks);
      if (version !== String(this.version)) throw new ApiError(412, '', '{}');
      this.change(blocks.map((block, at) => ({ ...block, id: block.id ?? `new-${this.version}-${at}` })));
      return { version: String(this.version), blocks: this.blocks };
    },
    patchHandle: async (body, version) => {
      this.#receive('PATCH', body);
      if (version !== this.handle.version) {
        throw new ApiError(412, '', JSON.stringify({ current: this.handle }));
      }
      const { socialLinks, ...details } = body as { socialLinks?: Handle['socialLinks'] };
      if (socialLinks) {
        this.change(
          socialLinks.map(
            ({ platform, username, url }) => ({ ...github, id: platform, platform, username, url }) as Block,
          ),
        );
      }
      this.handle = { ...this.handle, ...details, version: `v${this.version++}` };
      return this.handle;
    },
    patchAppearance: async (body) => {
      this.#receive('appearance', body);
      this.handle = { ...this.handle, ...body, version: `v${this.version++}` };
      return this.handle;
    },
  };

  change(blocks: Block[]): void {
    this.version += 1;
    this.blocks = blocks;
  }

  #receive(method: string, body: unknown): void {
    this.sent.push(`${method} ${JSON.stringify(body)}`);
    this.during?.();
    this.during = null;
    if (this.failure) throw this.failure;
  }
}

let server: FakeServer;
const events = {
  onBlocksSaved: vi.fn(),
  onBlocksFailed: vi.fn(),
  onLookSaved: vi.fn(),
  onLookFailed: vi.fn(),
  onHandle: vi.fn(),
  onDetailsSaved: vi.fn(),
  onGone: vi.fn(),
};

function open(blocks: Block[]) {
  server.blocks = blocks;
  const store = new EditorStore(handle, blocks, String(server.version));
  const saves = new EditorSaves(store, server.calls, events);
  const titles = () => store.current().draft.blocks.map(({ block }) => ('text' in block ? block.text : block.type));
  const add = (block: Block) =>
    store.edit('add', { blocks: [...store.current().draft.blocks, { key: store.newKey(), block }] });
  return { store, saves, titles, add };
}

beforeEach(() => {
  server = new FakeServer();
  vi.clearAllMocks();
});

describe('blocks', () => {
  it('sends blocks as socialLinks if the page has nothing else, and as the whole page otherwise', async () => {
    const { store, saves, add } = open([github]);
    const link = ({ platform, username, url }: BlockOf<'network'>) => ({ platform, username, url });
    add({ ...x, id: undefined } as unknown as Block);
    await saves.saveBlocks();
    expect(server.sent).toEqual([`PATCH ${JSON.stringify({ socialLinks: [link(github), link(x)] })}`]);
    add(heading('Shop'));
    await saves.saveBlocks();
    expect(server.sent[1]).toMatch(/^PUT .*"id":"github".*"id":"x".*"text":"Shop"/);
    expect(store.unsaved()).toEqual([]);
  });

  it('sends blocks as the whole page if one is hidden, because socialLinks cannot express that', async () => {
    const { store, saves } = open([github]);
    const [item] = store.current().draft.blocks;
    store.edit('hide', { blocks: item ? [{ ...item, block: { ...github, hidden: true } }] : [] });
    await saves.saveBlocks();
    expect(server.sent).toHaveLength(1);
    expect(server.blocks).toEqual([{ ...github, hidden: true }]);
  });

  it('keeps the id of a block when a step older than the id is redone', async () => {
    const { store, saves, add } = open([heading('One', 'one')]);
    add(heading('Two'));
    await saves.saveBlocks();
    const [, saved] = server.blocks;
    store.undo();
    store.redo();
    add(heading('Three'));
    await saves.saveBlocks();
    expect(server.blocks[1]).toEqual(saved);
  });

  it('restores blocks that the page no longer has, without their ids', async () => {
    const { store, saves, titles } = open([heading('One', 'one'), heading('Two', 'two')]);
    store.edit('remove', { blocks: store.current().draft.blocks.slice(0, 1) });
    await saves.saveBlocks();
    store.undo();
    await saves.saveBlocks();
    expect(titles()).toEqual(['One', 'Two']);
    expect(server.sent[1]).not.toContain('"id":"two"');
  });

  it('saves blocks that change during a save in a second save', async () => {
    const { store, saves, add } = open([heading('One', 'one')]);
    add(heading('Two'));
    server.during = () => add(heading('Three'));
    await saves.saveBlocks();
    expect(server.sent).toHaveLength(2);
    expect(server.blocks.map((block) => 'text' in block && block.text)).toEqual(['One', 'Two', 'Three']);
    expect(store.unsaved()).toEqual([]);
  });

  it('keeps unsaved blocks after a failure, with the reasons at their rows, and saves them again', async () => {
    const { store, saves, titles, add } = open([heading('One', 'one')]);
    add(heading('Two'));
    const errors = [{ path: '1.text', message: 'Not like this.' }];
    server.failure = new ApiError(400, '', JSON.stringify({ message: 'Please check.', errors }));
    await saves.saveBlocks();
    expect(titles()).toEqual(['One', 'Two']);
    const [, added] = store.current().draft.blocks;
    expect(store.current().blockErrors).toEqual({ [added?.key ?? '']: { text: 'Not like this.' } });
    expect(store.unsaved()).toEqual(['blocks']);
    expect(events.onBlocksFailed).toHaveBeenCalledWith('Please check.');
    server.failure = null;
    await saves.save();
    expect(store.unsaved()).toEqual([]);
    expect(store.current().blockErrors).toEqual({});
  });

  it('shows the blocks of a dialog once they are saved, and not after a failure', async () => {
    const { saves, titles, store } = open([heading('One', 'one')]);
    const add = () => saves.tryBlocks('add', (blocks) => [...blocks, { key: store.newKey(), block: heading('Two') }]);
    server.failure = new ApiError(500, '', '');
    await expect(add()).rejects.toBe(server.failure);
    expect(titles()).toEqual(['One']);
    server.failure = null;
    await add();
    expect(titles()).toEqual(['One', 'Two']);
    store.undo();
    expect(titles()).toEqual(['One']);
  });

  it.each([
    ['mine', ['One', 'Mine']],
    ['theirs', ['One', 'Theirs']],
    ['both', ['One', 'Theirs', 'Mine']],
  ] as const)('ends a conflict of blocks that were changed elsewhere with %s', async (choice, expected) => {
    const { store, saves, titles } = open([heading('One', 'one')]);
    server.change([heading('One', 'one'), heading('Theirs', 'theirs')]);
    const item = { key: store.newKey(), block: heading('Mine') };
    await expect(saves.tryBlocks('add', (blocks) => [...blocks, item])).rejects.toThrow();
    // The screen reads the stored blocks again.
    store.adoptBlocks('read again', server.blocks);
    const { conflict } = store.current();
    expect(conflict).toMatchObject({ part: 'blocks' });
    expect(server.blocks).toHaveLength(2);
    if (conflict) await saves.resolve(conflict, choice);
    expect(titles()).toEqual(expected);
    expect(server.blocks.map((block) => 'text' in block && block.text)).toEqual(expected);
    expect(store.current().conflict).toBeNull();
  });

  it('sends blocks again without asking if only their version is outdated', async () => {
    const { saves, store, add } = open([heading('One', 'one')]);
    server.version += 1;
    add(heading('Two'));
    await saves.saveBlocks();
    expect(store.current().conflict).toBeNull();
    expect(server.blocks).toHaveLength(2);
  });
});

describe('details', () => {
  it('saves details and unsaved links in one call', async () => {
    const { store, saves, add } = open([github]);
    store.edit('bio', { details: { ...store.current().draft.details, bio: ' First ' } });
    add({ ...x, id: undefined } as unknown as Block);
    await saves.save('details');
    expect(server.sent).toHaveLength(1);
    expect(server.sent[0]).toMatch(/^PATCH {"bio":"First","socialLinks":\[/);
    expect(store.unsaved()).toEqual([]);
    expect(store.current().result).toEqual({ tone: 'success', message: 'Settings saved successfully!' });
  });

  it('keeps details edited during the save, and fields that were changed elsewhere', async () => {
    const { store, saves } = open([]);
    const type = (bio: string) => store.edit('bio', { details: { ...store.current().draft.details, bio } });
    server.handle = { ...handle, displayName: 'Countess', version: 'v9' };
    type('First');
    server.during = () => type('First programmer');
    await saves.save('details');
    expect(store.current().draft.details).toMatchObject({ displayName: 'Countess', bio: 'First programmer' });
    expect(server.handle.bio).toBe('First');
    expect(store.unsaved()).toEqual(['details']);
  });

  it('reports details that were also changed elsewhere as a conflict of these fields', async () => {
    const { store, saves } = open([]);
    server.handle = { ...handle, bio: 'Theirs', displayName: 'Countess', version: 'v9' };
    store.edit('bio', { details: { ...store.current().draft.details, bio: 'Mine' } });
    await saves.save('details');
    const { conflict } = store.current();
    expect(conflict).toMatchObject({ part: 'details', fields: ['bio'] });
    if (conflict) await saves.resolve(conflict, 'mine');
    expect(server.handle).toMatchObject({ bio: 'Mine', displayName: 'Countess' });
    expect(store.current().draft.details.displayName).toBe('Countess');
  });
});

describe('the look', () => {
  it('sends the look only if it was changed, and the theme always', async () => {
    const { store, saves } = open([]);
    store.edit('theme', { template: 'royal' });
    await saves.save('look');
    const look = { accent: '#ff0000', background: null, buttons: null, font: null, layout: null };
    store.edit('look', { look });
    await saves.save();
    expect(server.sent).toEqual([
      'appearance {"template":"royal"}',
      `appearance ${JSON.stringify({ template: 'royal', look })}`,
    ]);
    expect(store.unsaved()).toEqual([]);
  });
});

it('a refetched handle replaces what has no unsaved changes, and clears the history if it was changed elsewhere', () => {
  const { store } = open([]);
  store.edit('theme', { template: 'royal' });
  store.adoptHandle({ ...handle, bio: 'Theirs', template: 'candy', version: 'v9' });
  expect(store.current().draft).toMatchObject({ template: 'royal', details: { bio: 'Theirs' } });
  expect(store.current().history.past).toEqual([]);
  store.edit('theme', { template: 'ocean' });
  store.adoptHandle({ ...store.current().handle, version: 'v10' });
  expect(store.current().history.past).toHaveLength(1);
});
