import { useQuery } from '@tanstack/react-query';
import { getAdminSiteSettings } from '../../../contract/site/site-settings.ts';
import { queryOf } from '../../api/query-client.ts';
import { Loading } from '../../ui/section.tsx';
import { SiteForm } from './site-form.tsx';
import { siteQuery } from './use-save-site.ts';

/** The document of the site: its name, look and landing page, and who may claim a handle. */
export function SiteTab() {
  const site = useQuery(siteQuery);
  const settings = useQuery(queryOf(getAdminSiteSettings));
  if (site.data && settings.data) return <SiteForm stored={site.data} settings={settings.data.settings} />;
  return (
    <Loading
      label="Loading the site"
      failed={(site.isError || settings.isError) && 'The site could not be loaded. Please try again.'}
      busy={site.isFetching || settings.isFetching}
      onRetry={() => {
        if (site.isError) void site.refetch();
        if (settings.isError) void settings.refetch();
      }}
    />
  );
}
