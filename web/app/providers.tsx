import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import { noteSignedOut } from '../accounts/current-user.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { SiteProvider } from '../lib/site.ts';
import { ThemeProvider } from '../ui/theme.tsx';

/** The cache of one page view. The server shows `/` to signed-out people only, so there nobody needs to ask who is there. */
export function createAppQueryClient(pathname: string): QueryClient {
  const client = createQueryClient({ onSignedOut: noteSignedOut });
  if (pathname === pages.home()) noteSignedOut(client);
  return client;
}

/** What every screen stands on; the same on the server and in the browser. */
export function Providers({ site, client, children }: { site: Site; client: QueryClient; children: ReactNode }) {
  return (
    <SiteProvider value={site}>
      <QueryClientProvider client={client}>
        <ThemeProvider>{children}</ThemeProvider>
      </QueryClientProvider>
    </SiteProvider>
  );
}
