import { PLATFORMS, type Platform } from './platforms.ts';

/** Networks that only blocks know: `socialLinks` has those of contract/social/platforms.ts. */
const MORE_NETWORKS = [
  { id: 'bluesky', name: 'Bluesky', base: 'https://bsky.app/profile/', at: false },
  { id: 'mastodon', name: 'Mastodon', base: '', at: false },
  { id: 'spotify', name: 'Spotify', base: 'https://open.spotify.com/', at: false },
  { id: 'applemusic', name: 'Apple Music', base: 'https://music.apple.com/', at: false },
  { id: 'soundcloud', name: 'SoundCloud', base: 'https://soundcloud.com/', at: false },
  { id: 'bandcamp', name: 'Bandcamp', base: '', at: false },
  { id: 'substack', name: 'Substack', base: '', at: false },
  { id: 'medium', name: 'Medium', base: 'https://medium.com/', at: true },
  { id: 'tumblr', name: 'Tumblr', base: 'https://www.tumblr.com/', at: false },
  { id: 'patreon', name: 'Patreon', base: 'https://www.patreon.com/', at: false },
  { id: 'kofi', name: 'Ko-fi', base: 'https://ko-fi.com/', at: false },
  { id: 'buymeacoffee', name: 'Buy Me a Coffee', base: 'https://buymeacoffee.com/', at: false },
  { id: 'paypal', name: 'PayPal', base: 'https://paypal.me/', at: false },
  { id: 'behance', name: 'Behance', base: 'https://www.behance.net/', at: false },
  { id: 'dribbble', name: 'Dribbble', base: 'https://dribbble.com/', at: false },
  { id: 'deviantart', name: 'DeviantArt', base: 'https://www.deviantart.com/', at: false },
  { id: 'etsy', name: 'Etsy', base: 'https://www.etsy.com/shop/', at: false },
  { id: 'gitlab', name: 'GitLab', base: 'https://gitlab.com/', at: false },
  { id: 'codepen', name: 'CodePen', base: 'https://codepen.io/', at: false },
  { id: 'vimeo', name: 'Vimeo', base: 'https://vimeo.com/', at: false },
  { id: 'kick', name: 'Kick', base: 'https://kick.com/', at: false },
  { id: 'steam', name: 'Steam', base: 'https://steamcommunity.com/id/', at: false },
  { id: 'goodreads', name: 'Goodreads', base: 'https://www.goodreads.com/', at: false },
  { id: 'letterboxd', name: 'Letterboxd', base: 'https://letterboxd.com/', at: false },
  { id: 'strava', name: 'Strava', base: 'https://www.strava.com/athletes/', at: false },
  { id: 'signal', name: 'Signal', base: 'https://signal.me/', at: false },
  { id: 'line', name: 'LINE', base: 'https://line.me/ti/p/', at: false },
  { id: 'xing', name: 'XING', base: 'https://www.xing.com/profile/', at: false },
  { id: 'orcid', name: 'ORCID', base: 'https://orcid.org/', at: false },
  { id: 'website', name: 'Website', base: '', at: false },
] as const satisfies readonly Platform[];

/** All networks of blocks, in display order. */
export const NETWORKS = [...PLATFORMS, ...MORE_NETWORKS] as const;
export type NetworkId = (typeof NETWORKS)[number]['id'];
export const NETWORK_IDS = NETWORKS.map(({ id }) => id) as [NetworkId, ...NetworkId[]];

const byId = new Map<string, Platform>(NETWORKS.map((network) => [network.id, network]));

/** Returns the network with this id; undefined if none exists. */
export function networkOf(id: string): Platform | undefined {
  return byId.get(id);
}
