import { type Network, type NetworkRow, networksIn } from './network-rows.ts';

const MASTODON_SERVERS =
  'mastodon.social mastodon.online mastodon.world mas.to mstdn.social mstdn.jp fosstodon.org hachyderm.io ' +
  'infosec.exchange techhub.social mastodon.art troet.cafe chaos.social norden.social social.tchncs.de ' +
  'mathstodon.xyz universeodon.com toot.community mastodonapp.uk piaille.fr';
const NUMBER = 'the number with its country code, such as +49 151 23456789';

/** Returns the texts of a network whose addresses cannot be derived from a name that people know. */
function linkOnly(name: string, example: string) {
  const hint = `The link that ${name} gives you under "Share", such as ${example}`;
  return { name, label: 'Link', example, hint, fault: `${name} needs a link, such as ${example}` };
}

/**
 * The networks of `socialLinks`, in display order. contract/social/special-networks.ts reads the networks without a
 * base.
 */
const PLATFORM_ROWS = {
  facebook: {
    name: 'Facebook',
    base: 'https://facebook.com/',
    shape: /^[\w.-]+(?:\/[\w.-]+){0,4}$/,
    hosts: ['fb.com', 'fb.me'],
  },
  youtube: {
    name: 'YouTube',
    base: 'https://youtube.com/',
    at: true,
    shape: /^(?:(?:channel|c|user)\/)?[\p{L}\p{N}\p{M}._·-]{1,60}$/u,
    hosts: ['youtu.be'],
  },
  instagram: { name: 'Instagram', base: 'https://instagram.com/', shape: /^[\w.]{1,30}$/, hosts: ['instagr.am'] },
  tiktok: { name: 'TikTok', base: 'https://tiktok.com/', at: true, shape: /^[\w.]{1,24}$/ },
  linkedin: {
    name: 'LinkedIn',
    base: 'https://linkedin.com/in/',
    shape: /^[\p{L}\p{N}\p{M}-]{1,100}$/u,
    hosts: ['lnkd.in'],
  },
  x: { name: 'X', base: 'https://x.com/', shape: /^\w{1,20}$/, aliases: ['twitter.com'] },
  twitter: { name: 'X', base: 'https://twitter.com/', shape: /^\w{1,20}$/, aliases: ['x.com'] },
  snapchat: { name: 'Snapchat', base: 'https://snapchat.com/add/', shape: /^[\w.-]{1,30}$/ },
  reddit: { name: 'Reddit', base: 'https://reddit.com/user/', shape: /^[\w-]{1,30}$/, hosts: ['redd.it'] },
  threads: {
    name: 'Threads',
    base: 'https://threads.com/',
    at: true,
    shape: /^[\w.]{1,30}$/,
    aliases: ['threads.net'],
  },
  discord: {
    name: 'Discord',
    base: 'https://discord.com/users/',
    label: 'User ID or invite link',
    example: '80351110224678912',
    hint: 'Your numeric user ID, or an invite link such as discord.gg/yourserver. A Discord name has no address.',
    shape: /^\d{17,20}$/,
    fault:
      'A Discord name has no address. Enter your numeric user ID (17 to 20 digits) or an invite link such as discord.gg/yourserver.',
    aliases: ['discordapp.com'],
    hosts: ['discord.gg'],
  },
  pinterest: {
    name: 'Pinterest',
    base: 'https://pinterest.com/',
    shape: /^[\w-]+(?:\/[\w-]+){0,2}$/,
    hosts: ['pin.it'],
  },
  whatsapp: {
    name: 'WhatsApp',
    base: 'https://wa.me/',
    label: 'Phone number',
    example: '+49 151 23456789',
    hint: `Enter ${NUMBER}.`,
    shape: /^[1-9]\d{7,14}$/,
    fault: `WhatsApp needs ${NUMBER}.`,
    hosts: ['whatsapp.com'],
  },
  wechat: {
    name: 'WeChat',
    base: 'https://u.wechat.com/',
    label: 'QR code link',
    example: 'https://u.wechat.com/kAbCdEfGhIjKlMnOpQrStUv',
    hint: 'The link of your WeChat QR code, which begins with u.wechat.com. A WeChat ID has no address.',
    // The minimum of 21 excludes WeChat IDs, which have 6 to 20 characters.
    shape: /^[\w-]{21,100}$/,
    fault: 'A WeChat ID has no address. Enter the link of your WeChat QR code, which begins with u.wechat.com.',
  },
  messenger: { name: 'Messenger', base: 'https://m.me/', shape: /^[\w.-]{1,60}$/, hosts: ['messenger.com'] },
  telegram: {
    name: 'Telegram',
    base: 'https://t.me/',
    shape: /^(?:\+|joinchat\/)?[\w-]{3,64}$/,
    aliases: ['telegram.me'],
  },
  twitch: { name: 'Twitch', base: 'https://twitch.tv/', shape: /^\w{1,25}$/ },
  github: { name: 'GitHub', base: 'https://github.com/', shape: /^[\w.-]+(?:\/[\w.-]+)?$/ },
} satisfies Record<string, NetworkRow>;
export type PlatformId = keyof typeof PLATFORM_ROWS;

/** The networks that only blocks support, displayed after the others. */
const BLOCK_ROWS = {
  bluesky: {
    name: 'Bluesky',
    base: 'https://bsky.app/profile/',
    label: 'Handle',
    example: 'maya.bsky.social',
    hint: 'Your whole handle there, such as maya.bsky.social.',
    shape: /^(?:did:[a-z]{3}:[\w.-]{1,80}|[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,6})$/i,
    fault: 'A Bluesky handle has a dot in it. Enter the whole handle, such as maya.bsky.social.',
    hosts: ['bsky.social'],
  },
  mastodon: {
    name: 'Mastodon',
    label: 'Address',
    example: '@maya@mastodon.social',
    hint: 'Your whole address, with the name of your server: @maya@mastodon.social.',
    shape: /^\w(?:[\w.-]{0,60}\w)?$/,
    fault: 'A Mastodon address names its server. Enter it as @maya@mastodon.social.',
    hosts: MASTODON_SERVERS.split(' '),
  },
  spotify: {
    ...linkOnly('Spotify', 'https://open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb'),
    base: 'https://open.spotify.com/',
    shape: /^(?:artist|user|show|playlist|album|track|episode)\/[\w.-]{1,64}$/,
    hosts: ['spotify.com', 'spotify.link'],
  },
  applemusic: {
    ...linkOnly('Apple Music', 'https://music.apple.com/us/artist/maya/1234567890'),
    base: 'https://music.apple.com/',
    shape: /^[a-z]{2}\/[a-z-]{1,20}(?:\/[\p{L}\p{N}\p{M}._-]{1,100}){1,3}$/u,
    hosts: ['itunes.apple.com'],
  },
  soundcloud: {
    name: 'SoundCloud',
    base: 'https://soundcloud.com/',
    shape: /^[\w-]{1,60}(?:\/[\w-]{1,100}){0,2}$/,
    hosts: ['on.soundcloud.com', 'snd.sc'],
  },
  bandcamp: {
    name: 'Bandcamp',
    hint: 'Your name there: the first part of yourname.bandcamp.com.',
    shape: /^[a-z\d](?:[a-z\d-]{0,60}[a-z\d])?$/i,
    hosts: ['bandcamp.com'],
  },
  substack: {
    name: 'Substack',
    hint: 'The first part of yourname.substack.com, or your profile as @yourname.',
    shape: /^[a-z\d](?:[a-z\d-]{0,60}[a-z\d])?$/i,
    hosts: ['substack.com'],
  },
  medium: { name: 'Medium', base: 'https://medium.com/', at: true, shape: /^[\w.-]{1,50}$/, hasSubdomains: true },
  tumblr: { name: 'Tumblr', base: 'https://www.tumblr.com/', shape: /^[\w-]{1,32}$/, hasSubdomains: true },
  patreon: { name: 'Patreon', base: 'https://www.patreon.com/', shape: /^(?:c\/)?[\w-]{1,64}$/, pages: ['user'] },
  kofi: { name: 'Ko-fi', base: 'https://ko-fi.com/', shape: /^\w{1,60}$/ },
  buymeacoffee: {
    name: 'Buy Me a Coffee',
    base: 'https://buymeacoffee.com/',
    shape: /^[\w.-]{1,60}$/,
    hosts: ['buymeacoff.ee', 'coff.ee', 'bmc.link'],
  },
  paypal: {
    name: 'PayPal',
    base: 'https://paypal.me/',
    label: 'PayPal.Me name',
    example: 'yourname',
    hint: 'The last part of paypal.me/yourname. An email address has no page there.',
    shape: /^[A-Za-z\d]{1,20}(?:\/\d{1,6}(?:\.\d\d)?(?:[A-Za-z]{3})?)?$/,
    fault:
      'PayPal needs the name of your PayPal.Me page, such as paypal.me/yourname. An email address has no page there.',
    hosts: ['paypal.com'],
  },
  behance: { name: 'Behance', base: 'https://www.behance.net/', shape: /^[\w-]{1,60}$/, hosts: ['be.net'] },
  dribbble: { name: 'Dribbble', base: 'https://dribbble.com/', shape: /^[\w.-]{1,60}$/ },
  deviantart: { name: 'DeviantArt', base: 'https://www.deviantart.com/', shape: /^[\w-]{1,30}$/, hasSubdomains: true },
  etsy: {
    name: 'Etsy',
    base: 'https://www.etsy.com/shop/',
    label: 'Shop',
    example: 'YourShop',
    hint: 'The name of your shop there, or its address.',
    fault: 'This is not the name of an Etsy shop: it has letters and digits only.',
    shape: /^[A-Za-z\d]{1,30}$/,
    hasSubdomains: true,
  },
  gitlab: { name: 'GitLab', base: 'https://gitlab.com/', shape: /^[\w.-]{1,100}(?:\/[\w.-]{1,100}){0,3}$/ },
  codepen: { name: 'CodePen', base: 'https://codepen.io/', shape: /^[\w-]{1,60}(?:\/[\w-]{1,60}){0,2}$/ },
  vimeo: { name: 'Vimeo', base: 'https://vimeo.com/', shape: /^[\w-]{1,60}(?:\/[\w-]{1,60}){0,2}$/ },
  kick: { name: 'Kick', base: 'https://kick.com/', shape: /^[\w-]{1,30}$/ },
  steam: {
    name: 'Steam',
    base: 'https://steamcommunity.com/id/',
    label: 'Custom URL or Steam ID',
    hint: 'The last part of your profile address: your custom name, or the ID of 17 digits.',
    shape: /^[\w-]{2,64}$/,
    hosts: ['s.team', 'steampowered.com'],
  },
  goodreads: { name: 'Goodreads', base: 'https://www.goodreads.com/', shape: /^[\w-]{1,60}(?:\/[\w.-]{1,80}){0,2}$/ },
  letterboxd: { name: 'Letterboxd', base: 'https://letterboxd.com/', shape: /^\w{1,30}$/, hosts: ['boxd.it'] },
  strava: {
    name: 'Strava',
    base: 'https://www.strava.com/athletes/',
    label: 'Athlete',
    example: '12345678',
    hint: 'The last part of your profile address: a number or your own name.',
    shape: /^[\w.-]{1,60}$/,
    hosts: ['strava.app.link'],
  },
  signal: {
    name: 'Signal',
    base: 'https://signal.me/',
    label: 'Phone number or link',
    example: '+49 151 23456789',
    hint: `Your Signal link, which begins with signal.me, or ${NUMBER}. A number is visible to everybody.`,
    shape: /^[1-9]\d{7,14}$/,
    fault: `Signal needs your link, which begins with signal.me, or ${NUMBER}.`,
    hosts: ['signal.me', 'signal.group'],
  },
  line: {
    name: 'LINE',
    base: 'https://line.me/ti/p/',
    label: 'LINE ID',
    example: '@yourshop',
    hint: 'Your LINE ID, @ and the ID of an official account, or your link, which begins with line.me.',
    shape: /^[\w.-]{1,60}$/,
    fault: 'This is not a LINE ID: it has letters, digits, dots, hyphens and underscores only.',
    hosts: ['line.me', 'lin.ee'],
  },
  xing: { name: 'XING', base: 'https://www.xing.com/profile/', shape: /^[\p{L}\p{N}_.-]{1,100}$/u },
  orcid: {
    name: 'ORCID',
    base: 'https://orcid.org/',
    label: 'ORCID iD',
    example: '0000-0002-1825-0097',
    hint: 'The 16 digits of your ORCID iD.',
    shape: /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/,
    fault: 'This is not an ORCID iD, such as 0000-0002-1825-0097. Please check its 16 digits.',
  },
  website: {
    name: 'Website',
    label: 'Address',
    example: 'https://your-site.example',
    hint: 'The address of your website.',
    shape: /^$/,
    fault: 'Please enter the address of a website, such as https://your-site.example. It has to begin with https://.',
  },
} satisfies Record<string, NetworkRow>;
export type NetworkId = PlatformId | keyof typeof BLOCK_ROWS;

export const PLATFORMS = networksIn(PLATFORM_ROWS);
/** All networks of blocks, in display order. */
export const NETWORKS = [...PLATFORMS, ...networksIn(BLOCK_ROWS)];
export const NETWORK_IDS = NETWORKS.map(({ id }) => id) as [NetworkId, ...NetworkId[]];

const byId = new Map<string, Network>(NETWORKS.map((network) => [network.id, network]));

/** Returns the network with this id; undefined if the id is unknown. */
export function networkOf(id: NetworkId): Network;
export function networkOf(id: string): Network | undefined;
export function networkOf(id: string): Network | undefined {
  return byId.get(id);
}
