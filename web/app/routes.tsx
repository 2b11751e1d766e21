import type { RouteObject } from 'react-router';
import { pages } from '../../contract/paths.ts';
import { NotFoundPage, notFoundMeta } from './not-found-page.tsx';
import type { PageMeta } from './page-meta.ts';
import { RouteError } from './route-error.tsx';
import { Shell } from './shell.tsx';

function screen(path: string, handle: PageMeta, load: () => Promise<{ Component: RouteObject['Component'] }>) {
  return { path, handle, lazy: load as NonNullable<RouteObject['lazy']> } satisfies RouteObject;
}

/** Every screen of the app. Each is loaded with its route; what is not here is the public pages' or nobody's. */
export const routes: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: RouteError,
    children: [
      screen(
        pages.home(),
        {
          title: 'Nameplate: your handle, your page, your email address',
          description:
            'Claim a short handle: a page for all your links and an email address that forwards to your real inbox. Free to start.',
          module: 'web/app/landing-route.tsx',
        },
        async () => ({ Component: (await import('./landing-route.tsx')).LandingRoute }),
      ),
      screen(
        pages.create(),
        {
          title: 'Claim your handle',
          description:
            'See at once whether your handle is free, and make it yours: a page and an email address with your name.',
          module: 'web/handles/claim-page.tsx',
        },
        async () => ({ Component: (await import('../handles/claim-page.tsx')).ClaimPage }),
      ),
      screen(
        pages.emailForwarding(),
        {
          title: 'Email forwarding',
          description:
            'How mail to your handle reaches your real inbox: what we check, what we store, and for how long.',
          module: 'web/marketing/email-forwarding-page.tsx',
        },
        async () => ({ Component: (await import('../marketing/email-forwarding-page.tsx')).EmailForwardingPage }),
      ),
      screen(
        pages.tos(),
        {
          title: 'Terms of Service',
          description: 'The terms of Nameplate in plain words: handles, payments, refunds, availability.',
          module: 'web/marketing/terms-page.tsx',
        },
        async () => ({ Component: (await import('../marketing/terms-page.tsx')).TermsPage }),
      ),
      screen(
        pages.terms(),
        {
          title: 'Terms of Service',
          description: 'The terms of Nameplate in plain words: handles, payments, refunds, availability.',
          module: 'web/marketing/terms-page.tsx',
        },
        async () => ({ Component: (await import('../marketing/terms-page.tsx')).TermsPage }),
      ),
      screen(
        pages.privacy(),
        {
          title: 'Privacy Policy',
          description: 'What Nameplate stores about you, why, for how long, and how to have it removed.',
          module: 'web/marketing/privacy-page.tsx',
        },
        async () => ({ Component: (await import('../marketing/privacy-page.tsx')).PrivacyPage }),
      ),
      screen(
        pages.manage(),
        {
          title: 'Handle Command Center',
          description: 'All your handles.',
          module: 'web/app/manage-route.tsx',
          hidden: true,
        },
        async () => ({ Component: (await import('./manage-route.tsx')).ManageRoute }),
      ),
      screen(
        pages.manageEmail(),
        {
          title: 'Email Magic',
          description: 'Where your mail goes.',
          module: 'web/app/manage-email-route.tsx',
          hidden: true,
        },
        async () => ({ Component: (await import('./manage-email-route.tsx')).ManageEmailRoute }),
      ),
      { path: '*', id: 'not-found', handle: notFoundMeta, Component: NotFoundPage },
    ],
  },
];
