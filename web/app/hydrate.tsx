import { setNonce } from 'get-nonce';
import { StrictMode, startTransition } from 'react';
import type { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import type { CurrentUser } from '../../contract/accounts.ts';
import { readDataBlock } from '../api/data-block.ts';
import { readSite } from '../api/site.ts';
import { providePackages } from '../payments/shared/prices.ts';
import { installHistoryGuard } from '../ui/dialog/leave-guard.ts';
import { replayEarlyClicks } from './early-clicks.ts';
import { GuardedNavigation } from './navigation/guarded-navigation.tsx';
import { loadScreen } from './navigation/load-screen.ts';
import { screenAt } from './routes/routes.tsx';
import { createAppQueryClient, Providers } from './shell/providers.tsx';
import { Shell } from './shell/shell.tsx';

/** Makes the document that the server drew alive. `packages` are used instead of asking for them again. */
export async function hydrate(hydrateDocument: typeof hydrateRoot, packages?: Promise<unknown>): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no root');
  // Radix writes style elements; they carry the nonce of this document.
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  if (nonce) setNonce(nonce);
  // The screen that the server drew must be there before React takes it over, or it would be thrown away.
  await loadScreen(screenAt(window.location.pathname));
  installHistoryGuard();
  if (packages) providePackages(packages);
  const user = readDataBlock('user') as CurrentUser | null | undefined;
  const client = createAppQueryClient(user);
  const app = (
    <StrictMode>
      <Providers site={readSite()} client={client}>
        <BrowserRouter>
          <GuardedNavigation>
            <Shell />
          </GuardedNavigation>
        </BrowserRouter>
      </Providers>
    </StrictMode>
  );
  // In slices, so that a tap meanwhile is answered at once.
  startTransition(() => {
    hydrateDocument(root, app);
  });
  // React hydrates at once what an event asks for.
  replayEarlyClicks();
  // They are about a session and its screens; signing in opens a new document.
  if (user !== null)
    void import('./shell/page-listeners.ts').then(({ startPageListeners }) => startPageListeners(client));
}
