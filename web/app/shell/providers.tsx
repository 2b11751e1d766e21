import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CurrentUser } from '../../../contract/accounts/accounts.ts';
import type { Site } from '../../../contract/documents.ts';
import { currentUserQuery } from '../../accounts/current-user.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { SiteProvider } from '../../api/site.ts';
import { ThemeProvider } from '../../ui/theme/theme.tsx';

/** Creates the query cache of one document, with the current user if the document contains it. */
export function createAppQueryClient(user: CurrentUser | null | undefined): QueryClient {
  const client = createQueryClient();
  if (user !== undefined) client.setQueryData(currentUserQuery.queryKey, user);
  return client;
}

/** The context providers of every screen, on the server and in the browser. */
export function Providers({ site, client, children }: { site: Site; client: QueryClient; children: ReactNode }) {
  return (
    <SiteProvider value={site}>
      <QueryClientProvider client={client}>
        <ThemeProvider>{children}</ThemeProvider>
      </QueryClientProvider>
    </SiteProvider>
  );
}
