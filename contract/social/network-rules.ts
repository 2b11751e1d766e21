import type { NetworkId } from './networks.ts';

/** Syntax of the user names of a network, and the texts of the form field for it. */
export interface NameRule {
  /** Label of the form field. */
  label: string;
  /** Placeholder of the form field. */
  example: string;
  /** Text below the form field while it is empty. */
  hint: string;
  /** Pattern of a name without its leading @. Adjacent character classes are disjoint, which prevents backtracking. */
  shape: RegExp;
  /** Message for a rejected name. */
  fault: string;
  /** Hosts that are equivalent to the host of the base address. */
  aliases?: readonly string[];
  /** Other hosts of the network; their addresses are linked unchanged. */
  hosts?: readonly string[];
  /** A subdomain is a page of somebody, whose address has no path. */
  hasSubdomains?: true;
  /** First segments of a path that are not a name. */
  pages?: readonly string[];
}

/** A link to store. */
export interface PlatformLink {
  /** The name that the page shows. */
  username: string;
  url: string;
}

const USERNAME = {
  label: 'Username',
  example: 'username',
  hint: 'Your name there, or the address of your page there.',
  fault: 'This is not a username there: check it for spaces and special characters.',
};
const NUMBER = 'the number with its country code, such as +49 151 23456789';

/** A network whose addresses cannot be derived from a name that people know. */
function linkOnly(name: string, example: string, shape: RegExp) {
  const hint = `The link that ${name} gives you under "Share", such as ${example}`;
  return { label: 'Link', example, hint, shape, fault: `${name} needs a link, such as ${example}` };
}

/** The rules of every network. Those without a base address are read by contract/social/special-networks.ts. */
export const RULES: Record<NetworkId, NameRule> = {
  facebook: {
    ...USERNAME,
    shape: /^[\w.-]+(?:\/[\w.-]+){0,4}$/,
    hosts: ['fb.com', 'fb.me'],
  },
  youtube: { ...USERNAME, shape: /^(?:(?:channel|c|user)\/)?[\p{L}\p{N}\p{M}._·-]{1,60}$/u, hosts: ['youtu.be'] },
  instagram: { ...USERNAME, shape: /^[\w.]{1,30}$/, hosts: ['instagr.am'] },
  tiktok: { ...USERNAME, shape: /^[\w.]{1,24}$/ },
  linkedin: { ...USERNAME, shape: /^[\p{L}\p{N}\p{M}-]{1,100}$/u, hosts: ['lnkd.in'] },
  x: { ...USERNAME, shape: /^\w{1,20}$/, aliases: ['twitter.com'] },
  twitter: { ...USERNAME, shape: /^\w{1,20}$/, aliases: ['x.com'] },
  snapchat: { ...USERNAME, shape: /^[\w.-]{1,30}$/ },
  reddit: { ...USERNAME, shape: /^[\w-]{1,30}$/, hosts: ['redd.it'] },
  threads: { ...USERNAME, shape: /^[\w.]{1,30}$/, aliases: ['threads.net'] },
  discord: {
    label: 'User ID or invite link',
    example: '80351110224678912',
    hint: 'Your numeric user ID, or an invite link such as discord.gg/yourserver. A Discord name has no address.',
    shape: /^\d{17,20}$/,
    fault:
      'A Discord name has no address. Enter your numeric user ID (17 to 20 digits) or an invite link such as discord.gg/yourserver.',
    aliases: ['discordapp.com'],
    hosts: ['discord.gg'],
  },
  pinterest: { ...USERNAME, shape: /^[\w-]+(?:\/[\w-]+){0,2}$/, hosts: ['pin.it'] },
  whatsapp: {
    label: 'Phone number',
    example: '+49 151 23456789',
    hint: `Enter ${NUMBER}.`,
    shape: /^[1-9]\d{7,14}$/,
    fault: `WhatsApp needs ${NUMBER}.`,
    hosts: ['whatsapp.com'],
  },
  wechat: {
    label: 'QR code link',
    example: 'https://u.wechat.com/kAbCdEfGhIjKlMnOpQrStUv',
    hint: 'The link of your WeChat QR code, which begins with u.wechat.com. A WeChat ID has no address.',
    // The minimum of 21 excludes WeChat IDs, which have 6 to 20 characters.
    shape: /^[\w-]{21,100}$/,
    fault: 'A WeChat ID has no address. Enter the link of your WeChat QR code, which begins with u.wechat.com.',
  },
  messenger: { ...USERNAME, shape: /^[\w.-]{1,60}$/, hosts: ['messenger.com'] },
  telegram: { ...USERNAME, shape: /^(?:\+|joinchat\/)?[\w-]{3,64}$/, aliases: ['telegram.me'] },
  twitch: { ...USERNAME, shape: /^\w{1,25}$/ },
  github: { ...USERNAME, shape: /^[\w.-]+(?:\/[\w.-]+)?$/ },
  bluesky: {
    label: 'Handle',
    example: 'maya.bsky.social',
    hint: 'Your whole handle there, such as maya.bsky.social.',
    shape: /^(?:did:[a-z]{3}:[\w.-]{1,80}|[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,6})$/i,
    fault: 'A Bluesky handle has a dot in it. Enter the whole handle, such as maya.bsky.social.',
    hosts: ['bsky.social'],
  },
  mastodon: {
    label: 'Address',
    example: '@maya@mastodon.social',
    hint: 'Your whole address, with the name of your server: @maya@mastodon.social.',
    shape: /^\w(?:[\w.-]{0,60}\w)?$/,
    fault: 'A Mastodon address names its server. Enter it as @maya@mastodon.social.',
    hosts: [
      ...[
        'mastodon.social',
        'mastodon.online',
        'mastodon.world',
        'mas.to',
        'mstdn.social',
        'mstdn.jp',
        'fosstodon.org',
      ],
      ...[
        'hachyderm.io',
        'infosec.exchange',
        'techhub.social',
        'mastodon.art',
        'troet.cafe',
        'chaos.social',
        'norden.social',
      ],
      ...['social.tchncs.de', 'mathstodon.xyz', 'universeodon.com', 'toot.community', 'mastodonapp.uk', 'piaille.fr'],
    ],
  },
  spotify: {
    ...linkOnly(
      'Spotify',
      'https://open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb',
      /^(?:artist|user|show|playlist|album|track|episode)\/[\w.-]{1,64}$/,
    ),
    hosts: ['spotify.com', 'spotify.link'],
  },
  applemusic: {
    ...linkOnly(
      'Apple Music',
      'https://music.apple.com/us/artist/maya/1234567890',
      /^[a-z]{2}\/[a-z-]{1,20}(?:\/[\p{L}\p{N}\p{M}._-]{1,100}){1,3}$/u,
    ),
    hosts: ['itunes.apple.com'],
  },
  soundcloud: { ...USERNAME, shape: /^[\w-]{1,60}(?:\/[\w-]{1,100}){0,2}$/, hosts: ['on.soundcloud.com', 'snd.sc'] },
  bandcamp: {
    ...USERNAME,
    hint: 'Your name there: the first part of yourname.bandcamp.com.',
    shape: /^[a-z\d](?:[a-z\d-]{0,60}[a-z\d])?$/i,
    hosts: ['bandcamp.com'],
  },
  substack: {
    ...USERNAME,
    hint: 'The first part of yourname.substack.com, or your profile as @yourname.',
    shape: /^[a-z\d](?:[a-z\d-]{0,60}[a-z\d])?$/i,
    hosts: ['substack.com'],
  },
  medium: { ...USERNAME, shape: /^[\w.-]{1,50}$/, hasSubdomains: true },
  tumblr: { ...USERNAME, shape: /^[\w-]{1,32}$/, hasSubdomains: true },
  patreon: { ...USERNAME, shape: /^(?:c\/)?[\w-]{1,64}$/, pages: ['user'] },
  kofi: { ...USERNAME, shape: /^\w{1,60}$/ },
  buymeacoffee: { ...USERNAME, shape: /^[\w.-]{1,60}$/, hosts: ['buymeacoff.ee', 'coff.ee', 'bmc.link'] },
  paypal: {
    label: 'PayPal.Me name',
    example: 'yourname',
    hint: 'The last part of paypal.me/yourname. An email address has no page there.',
    shape: /^[A-Za-z\d]{1,20}(?:\/\d{1,6}(?:\.\d\d)?(?:[A-Za-z]{3})?)?$/,
    fault:
      'PayPal needs the name of your PayPal.Me page, such as paypal.me/yourname. An email address has no page there.',
    hosts: ['paypal.com'],
  },
  behance: { ...USERNAME, shape: /^[\w-]{1,60}$/, hosts: ['be.net'] },
  dribbble: { ...USERNAME, shape: /^[\w.-]{1,60}$/ },
  deviantart: { ...USERNAME, shape: /^[\w-]{1,30}$/, hasSubdomains: true },
  etsy: {
    ...USERNAME,
    label: 'Shop',
    example: 'YourShop',
    hint: 'The name of your shop there, or its address.',
    fault: 'This is not the name of an Etsy shop: it has letters and digits only.',
    shape: /^[A-Za-z\d]{1,30}$/,
    hasSubdomains: true,
  },
  gitlab: { ...USERNAME, shape: /^[\w.-]{1,100}(?:\/[\w.-]{1,100}){0,3}$/ },
  codepen: { ...USERNAME, shape: /^[\w-]{1,60}(?:\/[\w-]{1,60}){0,2}$/ },
  vimeo: { ...USERNAME, shape: /^[\w-]{1,60}(?:\/[\w-]{1,60}){0,2}$/ },
  kick: { ...USERNAME, shape: /^[\w-]{1,30}$/ },
  steam: {
    ...USERNAME,
    label: 'Custom URL or Steam ID',
    hint: 'The last part of your profile address: your custom name, or the ID of 17 digits.',
    shape: /^[\w-]{2,64}$/,
    hosts: ['s.team', 'steampowered.com'],
  },
  goodreads: { ...USERNAME, shape: /^[\w-]{1,60}(?:\/[\w.-]{1,80}){0,2}$/ },
  letterboxd: { ...USERNAME, shape: /^\w{1,30}$/, hosts: ['boxd.it'] },
  strava: {
    ...USERNAME,
    label: 'Athlete',
    example: '12345678',
    hint: 'The last part of your profile address: a number or your own name.',
    shape: /^[\w.-]{1,60}$/,
    hosts: ['strava.app.link'],
  },
  signal: {
    label: 'Phone number or link',
    example: '+49 151 23456789',
    hint: `Your Signal link, which begins with signal.me, or ${NUMBER}. A number is visible to everybody.`,
    shape: /^[1-9]\d{7,14}$/,
    fault: `Signal needs your link, which begins with signal.me, or ${NUMBER}.`,
    hosts: ['signal.me', 'signal.group'],
  },
  line: {
    label: 'LINE ID',
    example: '@yourshop',
    hint: 'Your LINE ID, @ and the ID of an official account, or your link, which begins with line.me.',
    shape: /^[\w.-]{1,60}$/,
    fault: 'This is not a LINE ID: it has letters, digits, dots, hyphens and underscores only.',
    hosts: ['line.me', 'lin.ee'],
  },
  xing: { ...USERNAME, shape: /^[\p{L}\p{N}_.-]{1,100}$/u },
  orcid: {
    label: 'ORCID iD',
    example: '0000-0002-1825-0097',
    hint: 'The 16 digits of your ORCID iD.',
    shape: /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/,
    fault: 'This is not an ORCID iD, such as 0000-0002-1825-0097. Please check its 16 digits.',
  },
  website: {
    label: 'Address',
    example: 'https://your-site.example',
    hint: 'The address of your website.',
    shape: /^$/,
    fault: 'Please enter the address of a website, such as https://your-site.example. It has to begin with https://.',
  },
};
