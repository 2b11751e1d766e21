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
