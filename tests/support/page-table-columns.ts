import { nothing, type Table } from './table-entry.ts';

type PageTable = 'handle_pictures' | 'page_blocks' | 'profile_cards' | 'removed_pictures' | 'social_links';

/** How the export and the erasure handle the tables of public pages. */
export const PAGE_TABLES: { [Name in PageTable]: Table<Name> } = {
  handle_pictures: {
    erasure: 'with the handle',
    columns: {
      path: 'handles[].pictures[].address',
      kind: 'handles[].pictures[].kind',
      created_at: 'handles[].pictures[].createdAt',
      unused_since: 'handles[].pictures[].unusedSince',
      ...nothing('handle_id'),
    },
    notExported: 'implied by the handle',
  },
  page_blocks: {
    erasure: 'with the handle',
    columns: {
      id: 'handles[].blocks[].id',
      type: 'handles[].blocks[].type',
      content: 'handles[].blocks[]',
      hidden: 'handles[].blocks[].hidden',
      featured: 'handles[].blocks[].featured',
      shown_from: 'handles[].blocks[].from',
      shown_until: 'handles[].blocks[].until',
      ...nothing('handle_id position'),
    },
    notExported: 'implied by the order',
  },
  profile_cards: {
    erasure: 'with the handle',
    columns: { content_hash: 'handles[].sharingImage', ...nothing('drawing handle_id object_key old_key') },
    notExported: 'the image is exported by its address',
  },
  removed_pictures: {
    erasure: { kept: 'a name and a hash of no meaning, without which the picture could come back' },
    columns: nothing('content_hash name removed_at'),
    notExported: 'belongs to no account',
  },
  social_links: {
    erasure: 'with the handle',
    columns: {
      platform: 'handles[].socialLinks[].platform',
      username: 'handles[].socialLinks[].username',
      url: 'handles[].socialLinks[].url',
      is_active: 'handles[].socialLinks[].isActive',
      featured: 'handles[].blocks[].featured',
      shown_from: 'handles[].blocks[].from',
      shown_until: 'handles[].blocks[].until',
      block_id: 'handles[].blocks[].id',
      ...nothing('handle_id id position'),
    },
    notExported: 'implied by the order',
  },
};
