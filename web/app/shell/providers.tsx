import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CurrentUser } from '../../../contract/accounts/accounts.ts';
import type { Site } from '../../../contract/documents.ts';
import type { PriceList } from '../../../contract/payments/packages.ts';
import { currentUserQuery } from '../../accounts/current-user.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { SiteProvider } from '../../api/site.ts';
import { ShownPricesProvider } from '../../payments/shared/prices.ts';
import { ThemeProvider } from '../../ui/theme/theme.tsx';

/** Creates the query cache of one document, with the current user if the document contains it. */
export function createAppQueryClient(user: CurrentUser | null | undefined): QueryClient {
  const client = createQueryClient();
  if (user !== undefined) client.setQueryData(currentUserQuery.queryKey, user);
  return client;
}

interface ProvidersProps {
  site: Site;
  /** The prices in the document. */
  prices: PriceList | undefined;
  client: QueryClient;
  children: ReactNode;
}

/** The context providers of every screen, on the server and in the browser. */
export function Providers({ site, prices, client, children }: ProvidersProps) {
  return (
    <SiteProvider value={site}>
      <ShownPricesProvider value={prices ?? []}>
        <QueryClientProvider client={client}>
          <ThemeProvider>{children}</ThemeProvider>
        </QueryClientProvider>
      </ShownPricesProvider>
    </SiteProvider>
  );
}
