import pg from 'pg';
import { THEME_IDS, type ThemeId } from '../../contract/profiles/themes.ts';
import type { PlatformId } from '../../contract/social/networks.ts';
import { platformUrl } from '../../contract/social/platforms.ts';
import { findEmbedded } from '../../db/embedded.ts';
import { verifiedHandle } from '../../tests/support/mail/verified-handle.ts';
import type { App } from '../../tests/support/server/app-process.ts';

const LINKS: [PlatformId, string][] = [
  ['instagram', 'ada.lovelace'],
  ['youtube', 'adalovelace'],
  ['tiktok', 'adalovelace'],
  ['linkedin', 'ada-lovelace'],
  ['github', 'adalovelace'],
  ['discord', '80351110224678912'],
  ['whatsapp', '441234567890'],
];
const BIO =
  'I write programs for machines that are yet to be built, letters to people who might build them, and now and then ' +
  'music by numbers. Here is where to find all of it.';

/** A page on the Deluxe plan, whose views are counted with visitors and sources. */
export const COUNTED_PAGE = '/ada';

export interface Profiles {
  /** One page for each theme, with 7 links, a bio and the theme's banner. */
  themed: { theme: ThemeId; path: string }[];
  /** Pages that were never requested. */
  unseen: string[];
}

/**
 * Claims a handle by email and fills its page. Writes links, bio and theme directly to the database, because the other
 * handles are copies of that row.
 */
export async function makeProfiles(app: App, unseen: number): Promise<Profiles> {
  const original = 'ada-lovelace-1815';
  await verifiedHandle(app, original, 'ada@inbox.example');
  const address = await findEmbedded(app.dataDir);
  if (!address) throw new Error('the app under test runs no embedded database');
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('UPDATE handles SET display_name = $2, bio = $3 WHERE handle = $1', [
      original,
      'Ada Lovelace',
      BIO,
    ]);
    for (const [position, [platform, username]] of LINKS.entries()) {
      await client.query(
        `INSERT INTO social_links (handle_id, platform, username, url, position)
         SELECT id, $2, $3, $4, $5 FROM handles WHERE handle = $1`,
        [original, platform, username, platformUrl(platform, username), position],
      );
    }
    const copies = [
      { handle: COUNTED_PAGE.slice(1), theme: THEME_IDS[0] },
      ...THEME_IDS.map((theme) => ({ handle: `${original}-${theme}`, theme })),
      ...Array.from({ length: unseen }, (_, count) => ({
        handle: `${original}-unseen-${count}`,
        theme: THEME_IDS[count % THEME_IDS.length] ?? 'neon',
      })),
    ];
    for (const { handle, theme } of copies) {
      await client.query(
        `WITH copy AS (
           INSERT INTO handles (account_id, handle, display_name, bio, template)
           SELECT account_id, $2, display_name, bio, $3 FROM handles WHERE handle = $1 RETURNING id)
         INSERT INTO social_links (handle_id, platform, username, url, position)
         SELECT copy.id, platform, username, url, position
         FROM copy, social_links JOIN handles ON handles.id = handle_id WHERE handle = $1`,
        [original, handle, theme],
      );
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
  return {
    themed: THEME_IDS.map((theme) => ({ theme, path: `/${original}-${theme}` })),
    unseen: Array.from({ length: unseen }, (_, count) => `/${original}-unseen-${count}`),
  };
}
