import type { CurrentUser } from './accounts.ts';
import type { PublicProfile } from './profiles.ts';

/** What a document needs to know of the installation; the app's documents hand it on to the browser as JSON. */
export interface Site {
  /** Origin of every link, such as https://nameplate.example; no slash at the end. */
  origin: string;
  /** Host as people read it, with the port where it is not the scheme's own. */
  host: string;
  /** The part after the @ of our addresses. */
  mailDomain: string;
  /** Local mode shows the development sign-in and the outbox. */
  localMode: boolean;
  /** False where nothing is sold and only handles of free length are given out. */
  paidPlans?: boolean | undefined;
}

/** Built files that a document names, as paths under the origin. */
export interface Assets {
  /** The browser's entry, a module. */
  script: string;
  styles: string[];
  /** Modules to preload beside the entry. */
  preloads: string[];
}

/** Input of `renderApp`: a document of the app, rendered on the server and taken over in the browser. */
export interface AppInput {
  site: Site;
  assets: Assets;
  /** Path and query. */
  url: string;
  /** For the Content-Security-Policy of this one answer. */
  nonce: string;
  /** Who is there, so that the browser need not ask; null for nobody, undefined where it could not be told. */
  user: CurrentUser | null | undefined;
}

export interface AppOutput {
  status: number;
  html: string;
}

/** What stands behind a mailed link. Only its button uses it (POST to the same address, empty body). */
export interface LinkView {
  purpose: 'sign-in' | 'claim' | 'verify-forwarding' | 'delete-account';
  state: 'ready' | 'used' | 'expired' | 'invalid' | 'handle-gone' | 'inbox-full' | 'closed';
  /** The account or inbox that the link was sent to; absent where the link is invalid. */
  email?: string;
  handle?: string;
  /** It is a second inbox, which only takes over when the first is away. */
  takesOver?: true;
  /** What a deletion takes away: how many handles, and the day (ISO) on which everything is erased. */
  leaving?: { handles: number; erasedOn: string };
  /** The address of the person signed in in this browser, where it is another one. */
  signedInAs?: string;
}

/** Input of `renderLinkPage`: a document without script. */
export interface LinkPageInput {
  site: Site;
  styles: string[];
  link: LinkView;
}

/** What stands behind the link by which the owner of an inbox stops all forwarding to it, or allows it again. */
export interface StopView {
  state: 'ready' | 'stopped' | 'allowed' | 'invalid';
  /** The inbox; absent where the link is invalid. */
  email?: string;
}

/** Input of `renderStopPage`: a document without script. */
export interface StopPageInput {
  site: Site;
  styles: string[];
  /** Paths that its buttons post to. */
  paths: { stop: string; allow: string };
  view: StopView;
}

/** Input of `renderPublicPage`: a whole document without script, its one style inline. */
export interface PublicPageInput {
  site: Site;
  profile: PublicProfile;
  /** Version of the sharing image, where one has been drawn. */
  card?: string | undefined;
  /** Whether search engines may follow the links of the page. */
  followLinks: boolean;
}

/** Input of `renderProfileNotFound`. */
export interface ProfileNotFoundInput {
  site: Site;
  username: string;
}

/** Input of `renderResting`: the page of a handle that was not renewed. */
export interface RestingInput {
  username: string;
}

export interface PublicPageOutput {
  html: string;
  /** For style-src: 'sha256-...' of the inline style. */
  styleHash: string;
}

/** A sharing image in pixels: its size, and where its plate and the ring upon it stand. */
export const SOCIAL_IMAGE_WIDTH = 1200;
export const SOCIAL_IMAGE_HEIGHT = 630;
export const SOCIAL_IMAGE_PLATE = { x: 64, y: 250, width: 1072, height: 316, radius: 40 };
export const SOCIAL_IMAGE_RING = { cx: 220, cy: 408, r: 100 };

/** Input of `renderCardArt`. */
export interface SocialImageInput {
  template: string;
  /** The ring on the right, for scripts that run from right to left. */
  mirrored: boolean;
}

/** What the built server bundle (dist/ssr/pages.js) exports. */
export interface PageRenderer {
  renderApp(input: AppInput): Promise<AppOutput>;
  renderLinkPage(input: LinkPageInput): string;
  renderStopPage(input: StopPageInput): string;
  renderPublicPage(input: PublicPageInput): PublicPageOutput;
  renderProfileNotFound(input: ProfileNotFoundInput): PublicPageOutput;
  renderResting(input: RestingInput): PublicPageOutput;
  /** A sharing image without its words, as SVG. */
  renderCardArt(input: SocialImageInput): string;
}
