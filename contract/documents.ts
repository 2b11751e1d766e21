import type { CurrentUser } from './accounts/accounts.ts';
import type { LinkView } from './accounts/link-view.ts';
import type { PageForm } from './page-forms/page-forms.ts';
import type { CommonFeatures, SendingPlan } from './payments/features.ts';
import type { PriceList } from './payments/packages.ts';
import type { Look } from './profiles/look.ts';
import type { PublicProfile } from './profiles/profiles.ts';
import type { SendLimits } from './sending/send-limits.ts';
import type { SiteDocument } from './site/site-document.ts';
import type { SiteIdentity } from './site/site-identity.ts';

/** Settings and identity of the site for a document. Documents of the app pass them to the browser as JSON. */
export interface Site extends SiteIdentity {
  /** Origin of every link, such as https://nameplate.example, without a trailing slash. */
  origin: string;
  /** Host name for display, with the port if it is not the default port of the scheme. */
  host: string;
  /** Domain of the addresses that this installation gives out. */
  mailDomain: string;
  /** True in local mode, which shows the development sign-in and the outbox. */
  localMode: boolean;
  /** In local mode, the host and port of the relay that gets all outgoing mail; absent if the outbox gets the mail. */
  relay?: string | undefined;
  /** False if payments are off; then only handles of the Free plan are available. */
  paidPlans?: boolean | undefined;
  /** Address of the mark of a site that has its own; absent for the standard mark. */
  ownMark?: string | undefined;
  /** The rule by which people may claim a handle; absent if everyone may. */
  claims?: Exclude<SiteDocument['claims']['mode'], 'open'> | undefined;
  /** The least number of characters of a new handle; absent if every length may be claimed. */
  minimumLength?: number | undefined;
  /** The plan whose features every handle has; null or absent if each handle has those of its own plan. */
  commonFeatures?: CommonFeatures;
  /** Limits of recipients to which a handle of each plan may write. */
  sendLimits?: Record<SendingPlan, SendLimits> | undefined;
  /** The first promise of the landing page; absent if the page makes no promise. */
  trustClaim?: string | undefined;
}

/** Built files that a document links to, as paths under the origin. */
export interface Assets {
  /** Entry module of the browser bundle. */
  script: string;
  styles: string[];
  /** Modules that the entry imports, statically or dynamically, for modulepreload. */
  preloads: string[];
}

/** Input of `renderApp`: a document of the app, rendered on the server and hydrated in the browser. */
export interface AppInput {
  site: Site;
  assets: Assets;
  /** Path and query. */
  url: string;
  /** Nonce for the Content-Security-Policy of this response. */
  nonce: string;
  /** The signed-in user, which saves the browser a request; null if signed out, undefined if the lookup failed. */
  user: CurrentUser | null | undefined;
  /** The current prices; absent from a document that is rendered once and cached. */
  prices?: PriceList | undefined;
}

export interface AppOutput {
  status: number;
  html: string;
}

/** Input of `renderLinkPage`: a document without script. */
export interface LinkPageInput {
  site: Site;
  styles: string[];
  link: LinkView;
}

/** State of the link with which the owner of an inbox stops or allows all forwarding to it. */
export interface StopView {
  state: 'ready' | 'stopped' | 'allowed' | 'invalid';
  /** The inbox; absent if the link is invalid. */
  email?: string;
}

/** Input of `renderStopPage`: a document without script. */
export interface StopPageInput {
  site: Site;
  styles: string[];
  /** Paths to which the buttons of the page post. */
  paths: { stop: string; allow: string };
  view: StopView;
}

/** Input of `renderPublicPage`: a complete document without script and with one inline style. */
export interface PublicPageInput {
  site: Site;
  profile: PublicProfile;
  /** Version of the social image; undefined if none has been drawn. */
  socialImage?: string | undefined;
  /** Whether search engines may follow the links of the page. */
  followLinks: boolean;
  /** Whether links report clicks (the attribute `ping`). */
  countClicks: boolean;
  /**
   * A token for each form of the page; a form without a token is left out. Absent in previews, which need no tokens.
   */
  formTokens?: FormTokens;
  /** The moment (ms) for which scheduled blocks are shown or hidden; now by default. */
  now?: number;
  /** Whether the page has a link to report it, false by default. */
  reportPage?: boolean;
}

/** Tokens issued by the server, which the forms of a page submit. */
export type FormTokens = { [Form in PageForm]?: string };

/** Input of `renderFormPage`: a separate document with one form of a page, or its result, in the look of the page. */
export interface FormPageInput {
  site: Site;
  /** The profile whose page it is, with its look. */
  profile: PublicProfile;
  form: PageForm;
  view: FormView;
}

export type FormView =
  | {
      state: 'open';
      title: string | null;
      note: string | null;
      token: string;
      /** The typed values, by field. */
      values: Readonly<Record<string, string>>;
      /** The validation errors, by field. */
      errors: Readonly<Record<string, string>>;
      /** An error that concerns the whole form; null if there is no such error. */
      problem: string | null;
    }
  /**
   * The message was accepted, or the address got an email unless it is already confirmed. `email` is the typed address.
   */
  | { state: 'sent'; email: string }
  /** The page has no such form now. */
  | { state: 'closed' };

/**
 * Input of `renderReportPage`: a document without script for reporting a page. It is the same whether or not the page
 * exists.
 */
export interface ReportPageInput {
  site: Site;
  styles: string[];
  handle: string;
  view: ReportView;
}

export type ReportView =
  | {
      state: 'open';
      token: string;
      /** The typed values, by field. */
      values: Readonly<Record<string, string>>;
      /** The validation errors, by field. */
      errors: Readonly<Record<string, string>>;
      /** An error that concerns the whole form; null if there is no such error. */
      problem: string | null;
    }
  /** `answers`: whether the reporter gave an address for our answer. */
  | { state: 'sent'; answers: boolean };

/** Input of `renderListPage`: a document without script behind a link in an email about a list. */
export interface ListPageInput {
  site: Site;
  styles: string[];
  /** Paths to which the buttons of the page post. */
  paths: { confirm: string; leave: string };
  view: ListView;
}

export interface ListView {
  /** `confirm` and `leave` ask for confirmation; the other states show the result. */
  state: 'confirm' | 'confirmed' | 'leave' | 'left' | 'invalid';
  /** The handle of the list; absent if the link is invalid. */
  handle?: string;
  email?: string;
  /** The text to which the person agrees or has agreed. */
  wording?: string;
}

/** Input of `renderStatusPage`: a document without script with the measured availability of each role. */
export interface StatusPageInput {
  site: Site;
  styles: string[];
  view: StatusView;
}

export interface StatusView {
  /** Whether every role has a live process now; null if the database, and therefore the measurement, is unavailable. */
  isRunning: boolean | null;
  /** The time of the measurement (ISO). */
  at: string;
  roles: RoleAvailability[];
}

/** The minutes during which a role ran in the last 90 days, or since the measurement began. */
export interface RoleAvailability {
  role: 'http' | 'mail' | 'jobs';
  isRunning: boolean;
  /** Null if nothing has been measured yet. */
  since: string | null;
  minutes: number;
  outOf: number;
  /** The last 90 days in UTC, oldest first; `outOf` is 0 before the measurement began. */
  days: { day: string; minutes: number; outOf: number }[];
}

/** Input of `renderProfileNotFound`. */
export interface ProfileNotFoundInput {
  site: Site;
  username: string;
  /** Whether the handle can be claimed, which the page then offers. */
  free: boolean;
}

/** Input of `renderResting`: the page of a handle that was not renewed. */
export interface RestingInput {
  site: SiteIdentity;
  username: string;
}

export interface PublicPageOutput {
  html: string;
  /** For style-src: 'sha256-...' of the inline style. */
  styleHash: string;
}

/** Layout of a social image in pixels: its size, the panel behind the text, and the circle of the avatar on it. */
export const SOCIAL_IMAGE_WIDTH = 1200;
export const SOCIAL_IMAGE_HEIGHT = 630;
export const SOCIAL_IMAGE_PLATE = { x: 64, y: 250, width: 1072, height: 316, radius: 40 };
export const SOCIAL_IMAGE_RING = { cx: 220, cy: 408, r: 100 };

/** Input of `renderSocialImageArt`. */
export interface SocialImageArtInput {
  template: string;
  /** Colours that the owner chose instead of the theme's. */
  look: Pick<Look, 'accent' | 'background'> | null;
  /** True for right-to-left scripts: the avatar is on the right. */
  mirrored: boolean;
}

/** A social image without its text, and legible colours for the text. */
export interface SocialImageArt {
  svg: string;
  primaryColor: string;
  textColor: string;
}

/** Exports of the built server bundle (dist/ssr/pages.js). */
export interface PageRenderer {
  renderApp(input: AppInput): Promise<AppOutput>;
  renderLinkPage(input: LinkPageInput): string;
  renderStopPage(input: StopPageInput): string;
  renderPublicPage(input: PublicPageInput): PublicPageOutput;
  renderProfileNotFound(input: ProfileNotFoundInput): PublicPageOutput;
  renderResting(input: RestingInput): PublicPageOutput;
  renderFormPage(input: FormPageInput): PublicPageOutput;
  renderListPage(input: ListPageInput): string;
  renderReportPage(input: ReportPageInput): string;
  renderStatusPage(input: StatusPageInput): string;
  /** Returns a social image without its text, as SVG. */
  renderSocialImageArt(input: SocialImageArtInput): SocialImageArt;
}
