import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { analyticsPages } from '../../../contract/analytics/paths.ts';
import { audiencePages } from '../../../contract/page-forms/paths.ts';
import { pages } from '../../../contract/paths.ts';
import { supportPages } from '../../../contract/support/paths.ts';
import { teamPages } from '../../../contract/teams/paths.ts';
import { MANAGE_HANDLE_PATH } from './manage-handle-path.ts';
import { NotFoundPage, notFoundMeta } from './not-found-page.tsx';
import { type PageMeta, SITE_NAME } from './page-meta.ts';
import { PROFILE_PATH, usernameIn } from './profile-path.ts';

/** One screen of the app: path, metadata and the function that loads it. */
export interface Screen {
  path: string;
  meta: PageMeta;
  load: () => Promise<ComponentType>;
  /** Set once the screen is loaded. */
  component?: ComponentType;
  /** Canonical path, if it differs from `path`. */
  canonical?: string;
  /** Rendered without the header; the screen has its own `main` element. */
  bare?: boolean;
}

const terms = {
  meta: {
    title: 'Terms of Service',
    description: `The terms of ${SITE_NAME} in plain words: handles, payments, refunds, availability.`,
    module: 'web/marketing/terms-page.tsx',
  },
  load: async () => (await import('../../marketing/terms-page.tsx')).TermsPage,
};

const loadEditor = async () => (await import('./signed-in/editor-route.tsx')).EditorRoute;

/** All screens of the app, each loaded on demand. Any other path is a public profile or unknown. */
export const SCREENS: Screen[] = [
  {
    path: pages.home(),
    meta: {
      title: `${SITE_NAME}: your handle, your page, your email address`,
      description:
        'Claim a short handle: a page for all your links and an email address that forwards to your real inbox. Free to start.',
      isLine: true,
      module: 'web/app/routes/landing-route.tsx',
    },
    load: async () => (await import('./landing-route.tsx')).LandingRoute,
  },
  {
    path: pages.create(),
    meta: {
      title: 'Claim your handle',
      description:
        'See immediately whether your handle is free, and make it yours: a page and an email address with your name.',
      module: 'web/app/routes/create-route.tsx',
    },
    load: async () => (await import('./create-route.tsx')).CreateRoute,
  },
  {
    path: pages.emailForwarding(),
    meta: {
      title: 'Email forwarding',
      description: 'How mail to your handle reaches your real inbox: what we check, what we store, and for how long.',
      module: 'web/marketing/email-forwarding-page.tsx',
    },
    load: async () => (await import('../../marketing/email-forwarding-page.tsx')).EmailForwardingPage,
  },
  { path: pages.tos(), ...terms },
  // An alias of the same page.
  { path: pages.terms(), ...terms, canonical: pages.tos() },
  {
    path: pages.privacy(),
    meta: {
      title: 'Privacy Policy',
      description: `What ${SITE_NAME} stores about you, why, for how long, and how to have it removed.`,
      module: 'web/marketing/privacy-page.tsx',
    },
    load: async () => (await import('../../marketing/privacy-page.tsx')).PrivacyPage,
  },
  {
    path: pages.manage(),
    meta: {
      title: 'Handle Command Center',
      description: 'All your handles.',
      module: 'web/app/routes/signed-in/manage-route.tsx',
      hidden: true,
    },
    load: async () => (await import('./signed-in/manage-route.tsx')).ManageRoute,
  },
  {
    path: MANAGE_HANDLE_PATH,
    meta: {
      title: 'Details',
      description: 'One handle.',
      module: 'web/app/routes/signed-in/editor-route.tsx',
      hidden: true,
    },
    load: loadEditor,
  },
  {
    path: pages.manageSocial(),
    meta: {
      title: 'Your Social Universe',
      description: 'The links on your page.',
      module: 'web/app/routes/signed-in/editor-route.tsx',
      hidden: true,
    },
    load: loadEditor,
  },
  {
    path: pages.manageEmail(),
    meta: {
      title: 'Email Magic',
      description: 'Where your mail goes.',
      module: 'web/app/routes/signed-in/editor-route.tsx',
      hidden: true,
    },
    load: loadEditor,
  },
  {
    path: pages.manageAppearance(),
    meta: {
      title: 'Profile Appearance',
      description: 'The theme of your page.',
      module: 'web/app/routes/signed-in/editor-route.tsx',
      hidden: true,
    },
    load: loadEditor,
  },
  {
    path: analyticsPages.analytics(),
    meta: {
      title: 'Analytics',
      description: 'Who visits your page.',
      module: 'web/app/routes/signed-in/analytics-route.tsx',
      hidden: true,
    },
    load: async () => (await import('./signed-in/analytics-route.tsx')).AnalyticsRoute,
  },
  {
    path: audiencePages.audience(),
    meta: {
      title: 'Email list',
      description: 'The people who want emails from a page.',
      module: 'web/app/routes/signed-in/audience-route.tsx',
      hidden: true,
    },
    load: async () => (await import('./signed-in/audience-route.tsx')).AudienceRoute,
  },
  {
    path: teamPages.team(),
    meta: {
      title: 'Team',
      description: 'The people who look after a handle.',
      module: 'web/app/routes/signed-in/team-route.tsx',
      hidden: true,
    },
    load: async () => (await import('./signed-in/team-route.tsx')).TeamRoute,
  },
  {
    path: teamPages.invitations(),
    meta: {
      title: 'Invitations',
      description: 'Your invitations.',
      module: 'web/app/routes/signed-in/invitations-route.tsx',
      hidden: true,
    },
    load: async () => (await import('./signed-in/invitations-route.tsx')).InvitationsRoute,
  },
  {
    path: pages.profileSettings(),
    meta: {
      title: 'Account',
      description: 'Your account.',
      module: 'web/app/routes/signed-in/profile-settings-route.tsx',
      hidden: true,
    },
    load: async () => (await import('./signed-in/profile-settings-route.tsx')).ProfileSettingsRoute,
  },
  {
    path: supportPages.support(),
    meta: {
      title: 'Contact Support',
      description: 'Write to us.',
      module: 'web/app/routes/signed-in/support-route.tsx',
      hidden: true,
    },
    load: async () => (await import('./signed-in/support-route.tsx')).SupportRoute,
  },
  {
    path: pages.admin(),
    meta: {
      title: 'Admin Dashboard',
      description: 'Administration.',
      module: 'web/app/routes/signed-in/admin-route.tsx',
      hidden: true,
    },
    load: async () => (await import('./signed-in/admin-route.tsx')).AdminRoute,
  },
  {
    path: pages.adminPrices(),
    meta: {
      title: 'Package Management',
      description: 'Pricing plans and revenue.',
      module: 'web/app/routes/signed-in/admin-prices-route.tsx',
      hidden: true,
    },
    load: async () => (await import('./signed-in/admin-prices-route.tsx')).AdminPricesRoute,
  },
];

/** A profile reached by a link inside the app. A document request gets the server's public page instead. */
const PROFILE: Screen = {
  path: PROFILE_PATH,
  meta: { title: 'Profile', description: '', hidden: true },
  load: async () => (await import('./profile-route.tsx')).ProfileRoute,
  bare: true,
};

export const NOT_FOUND: Screen = {
  path: '*',
  meta: notFoundMeta,
  load: async () => NotFoundPage,
  component: NotFoundPage,
};

/** Returns the screen for a path, or the 404 page. */
export function screenAt(pathname: string): Screen {
  const screen = SCREENS.find(({ path }) => matchPath({ path, caseSensitive: true }, pathname));
  return screen ?? (usernameIn(pathname) ? PROFILE : NOT_FOUND);
}
