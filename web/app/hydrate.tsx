import { setNonce } from 'get-nonce';
import { StrictMode, startTransition } from 'react';
import type { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import type { CurrentUser } from '../../contract/accounts/accounts.ts';
import type { PriceList } from '../../contract/payments/packages.ts';
import { readDataBlock } from '../api/data-block.ts';
import { readSite } from '../api/site.ts';
import { providePackages } from '../payments/shared/prices.ts';
import { installHistoryGuard } from '../ui/dialog/unsaved-changes-guard.ts';
import { replayEarlyClicks } from './early-clicks.ts';
import { GuardedNavigation } from './navigation/guarded-navigation.tsx';
import { loadScreen } from './navigation/load-screen.ts';
import { screenAt } from './routes/routes.tsx';
import { createAppQueryClient, Providers } from './shell/providers.tsx';
import { Shell } from './shell/shell.tsx';

/** Hydrates the server-rendered document. `packages` is a running request for `/api/packages` that is used again. */
export async function hydrate(hydrateDocument: typeof hydrateRoot, packages?: Promise<unknown>): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no root');
  // Radix adds style elements, which need the nonce of this document's content security policy.
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  if (nonce) setNonce(nonce);
  // Without the code of the current screen React would discard the server-rendered markup.
  await loadScreen(screenAt(window.location.pathname));
  installHistoryGuard();
  if (packages) providePackages(packages);
  const user = readDataBlock('user') as CurrentUser | null | undefined;
  const client = createAppQueryClient(user);
  const app = (
    <StrictMode>
      <Providers site={readSite()} prices={readDataBlock('shown-prices') as PriceList | undefined} client={client}>
        <BrowserRouter>
          <GuardedNavigation>
            <Shell />
          </GuardedNavigation>
        </BrowserRouter>
      </Providers>
    </StrictMode>
  );
  // A transition hydrates in slices, between which the page responds to taps.
  startTransition(() => {
    hydrateDocument(root, app);
  });
  // React hydrates the target of an event immediately.
  replayEarlyClicks();
  // Signed-out visitors do not need these listeners; signing in loads a new document.
  if (user !== null)
    void import('./shell/page-listeners.ts').then(({ startPageListeners }) => startPageListeners(client));
}
