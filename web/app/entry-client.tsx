import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { CurrentUser } from '../../contract/accounts.ts';
import { readDataBlock } from '../lib/data-block.ts';
import { readSite } from '../lib/site.ts';
import { createAppQueryClient, Providers } from './providers.tsx';
import { routes } from './routes.tsx';
import './styles.css';

/** The screen that the server drew must be there before React takes it over, or it would be thrown away. */
async function loadFirstScreen(): Promise<void> {
  const matches = matchRoutes(routes, window.location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const loaded = await route.lazy();
      delete route.lazy;
      Object.assign(route satisfies RouteObject, loaded);
    }),
  );
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no root');
  // Radix writes style elements; they carry the nonce of this document.
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  if (nonce) setNonce(nonce);
  await loadFirstScreen();
  const router = createBrowserRouter(routes);
  hydrateRoot(
    root,
    <StrictMode>
      <Providers
        site={readSite()}
        client={createAppQueryClient(readDataBlock('user') as CurrentUser | null | undefined)}
      >
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
}

void start();
