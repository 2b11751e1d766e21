import { LAYOUTS } from '../../../contract/profiles/look.ts';
import { THEME_IDS } from '../../../contract/profiles/themes.ts';
import { NETWORK_IDS } from '../../../contract/social/networks.ts';
import { MINUTE } from '../../../contract/time.ts';

/** Runs a statement in the database of the test. */
export type RunSql = (text: string, values: unknown[]) => Promise<unknown>;

export interface PageState {
  name: string;
  /** Columns of the forwarding beside a verified address; null if the handle has none. */
  forwarding?: Record<string, unknown> | null;
  /** Columns of the handle. */
  handle?: Record<string, unknown>;
  /** Columns of the account that owns it. */
  account?: Record<string, unknown>;
  /** Columns of the place of a member who edits the page. */
  member?: Record<string, unknown>;
  /** The blocks of the page; one link and a contact form by default. */
  blocks?: readonly Record<string, unknown>[];
  /** The person who sees the preview, the owner by default. */
  viewer?: 'owner' | 'editor';
  /** Whether visitors get the page, true by default. */
  isServed?: false;
  /** Whether the address is shown, true by default. */
  showsAddress?: false;
  /** Whether the contact form is shown, true by default. */
  showsContact?: false;
}

const moment = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();
const link = (title: string, more = {}) => ({ type: 'link', title, url: 'https://shop.example/prints', ...more });
const CONTACT = { type: 'contact' };
const BLOCKS = [link('My shop'), CONTACT];
const PLAIN = { accent: null, background: null, buttons: null, font: null };
const NOT_REACHED = { showsAddress: false, showsContact: false } as const;
const PENDING = { pending_address: 'new@inbox.example', pending_key: 'new@inbox.example' };

/** States of a handle in which visitors see different things, each with what its page shows, and together in all themes. */
export const PAGE_STATES: readonly PageState[] = [
  { name: 'a verified inbox' },
  { name: 'no inbox', forwarding: null, ...NOT_REACHED },
  {
    name: 'an inbox that waits for its verification',
    forwarding: { ...PENDING, address: null, address_key: null },
    ...NOT_REACHED,
  },
  { name: 'a new inbox that waits while the old one receives', forwarding: PENDING },
  { name: 'forwarding switched off', forwarding: { is_active: false }, ...NOT_REACHED },
  {
    name: 'forwarding switched off, its mail discarded without notice',
    forwarding: { is_active: false, when_off: 'drop' },
    ...NOT_REACHED,
  },
  {
    name: 'an inbox that was stopped by its link',
    forwarding: { paused_at: moment(-9), pause_reason: 'inbox-stopped' },
    ...NOT_REACHED,
  },
  { name: 'no inbox except that of a member', forwarding: null, member: { address: 'member@inbox.example' } },
  {
    name: 'a member who wants no mail, and no other inbox',
    forwarding: null,
    member: { address: 'member@inbox.example', wants_mail: false },
    ...NOT_REACHED,
  },
  {
    name: 'a member who may not receive the mail, and no other inbox',
    forwarding: null,
    member: { address: 'member@inbox.example', mail: false },
    ...NOT_REACHED,
  },
  { name: 'an address that its owner hides', account: { email_visible: false }, showsAddress: false },
  { name: 'a suspended handle', handle: { state: 'suspended' }, isServed: false, ...NOT_REACHED },
  { name: 'a page that is switched off', handle: { profile_page: false }, isServed: false },
  { name: 'no links', blocks: [], showsContact: false },
  {
    name: 'a link of each network',
    blocks: NETWORK_IDS.filter((id) => id !== 'discord' && id !== 'mastodon').map((platform) => ({
      type: 'network',
      platform,
      username: 'ada',
      url: `https://${platform}.example/ada`,
    })),
    showsContact: false,
  },
  {
    name: 'a hidden link and a hidden contact form',
    blocks: [link('Seen'), link('Hidden', { hidden: true }), { ...CONTACT, hidden: true }],
    showsContact: false,
  },
  {
    name: 'links and a contact form that are scheduled for another time',
    blocks: [
      link('Over', { until: moment(-5) }),
      link('Now', { from: moment(-5), until: moment(500) }),
      link('Later', { from: moment(500) }),
      { ...CONTACT, from: moment(500) },
    ],
    showsContact: false,
  },
  {
    name: 'an email list without an inbox',
    blocks: [{ type: 'subscribe', title: 'Prints' }, CONTACT],
    forwarding: null,
    ...NOT_REACHED,
  },
  {
    name: 'every other kind of block',
    blocks: [
      { type: 'heading', text: 'Music' },
      { type: 'text', text: 'Two lines\nof my own' },
      link('Big', { featured: true }),
      {
        type: 'icons',
        items: [
          { platform: 'github', username: 'ada' },
          { platform: 'youtube', username: 'ada' },
        ],
      },
      { type: 'embed', kind: 'video', title: 'A film', url: 'https://www.youtube.com/watch?v=abc' },
      link('One'),
      link('Two'),
      CONTACT,
    ],
  },
  { name: 'a long name', handle: { display_name: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(2).trim() } },
  { name: 'a name of spaces and an empty text', handle: { display_name: '  ', bio: '' } },
  {
    name: 'text from right to left',
    handle: { display_name: 'ليلى حداد', bio: 'رسامة من بيروت\n\n\n\nمطبوعات' },
    blocks: [link('متجري'), { ...CONTACT, title: 'اكتب لي' }],
  },
  {
    name: 'pictures of the handle',
    handle: { profile_picture: 'https://pictures.example/me.png', banner_image: 'https://pictures.example/sea.png' },
  },
  {
    name: 'pictures that were removed, with those of the account in their place',
    account: { avatar_url: 'https://pictures.example/account.png', banner_url: 'https://pictures.example/hills.png' },
  },
  {
    name: 'an editor whose own account has other settings',
    viewer: 'editor',
    account: { avatar_url: 'https://pictures.example/account.png', email_visible: false },
    showsAddress: false,
  },
  { name: 'no inbox, seen by an editor', viewer: 'editor', forwarding: null, ...NOT_REACHED },
  { name: 'an inbox, seen by an editor', viewer: 'editor' },
];

/** The initial values of every state. */
const RESET = {
  handle: {
    state: 'active',
    profile_page: true,
    display_name: 'Ada',
    bio: 'Prints',
    profile_picture: null,
    banner_image: null,
  },
  account: { email_visible: true, avatar_url: null, banner_url: null },
  member: { mail: true, address: null, address_key: null, wants_mail: true, paused_at: null },
};

/** Puts a handle into a state; its blocks are saved by `putBlocks` while it is active. */
export async function enterState(
  run: RunSql,
  handleId: number,
  state: PageState,
  putBlocks: (blocks: readonly Record<string, unknown>[]) => Promise<unknown>,
): Promise<void> {
  const owner = '(select account_id from handles where id = $1)';
  await update(run, handleId, 'handles', 'id = $1', { ...RESET.handle, ...appearanceOf(state) });
  await putBlocks(state.blocks ?? BLOCKS);
  await update(run, handleId, 'accounts', `id = ${owner}`, { ...RESET.account, ...state.account });
  await update(run, handleId, 'handle_members', 'handle_id = $1', { ...RESET.member, ...state.member });
  await run('delete from forwardings where handle_id = $1', [handleId]);
  if (state.forwarding !== null) {
    const columns = {
      handle_id: handleId,
      address: 'ada@inbox.example',
      address_key: 'ada@inbox.example',
      ...state.forwarding,
    };
    const names = Object.keys(columns);
    await run(
      `insert into forwardings (${names.join()}) values (${names.map((_name, at) => `$${at + 1}`).join()})`,
      Object.values(columns),
    );
  }
  if (state.handle) await update(run, handleId, 'handles', 'id = $1', state.handle);
}

/** Returns a theme and a layout that depend on the state, so that all of them occur. */
function appearanceOf(state: PageState) {
  const at = Math.max(0, PAGE_STATES.indexOf(state));
  const round = Math.floor(at / THEME_IDS.length);
  const look = { ...PLAIN, layout: LAYOUTS[(at + round) % LAYOUTS.length] };
  return { template: THEME_IDS[at % THEME_IDS.length], look };
}

function update(run: RunSql, id: number, table: string, where: string, columns: Record<string, unknown>) {
  const set = Object.keys(columns).map((name, at) => `${name} = $${at + 2}`);
  return run(`update ${table} set ${set.join()} where ${where}`, [id, ...Object.values(columns)]);
}
