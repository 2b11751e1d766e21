import { CheckingAdmin } from '../../../admin/admin-frame.tsx';
import { AdminDashboard } from '../../../admin/dashboard.tsx';
import { SitePreviewProvider } from '../../../admin/site/preview-context.ts';
import { partOnDemand } from '../../../ui/on-demand.tsx';
import { SignedInOnly } from './login-required.tsx';

const SitePreview = partOnDemand(async () => (await import('./site-preview.tsx')).SitePreview);

/** `/app/adm`: the admin dashboard. */
export function AdminRoute() {
  return (
    <SignedInOnly fallback={<CheckingAdmin />} showsSupport={false}>
      <SitePreviewProvider value={SitePreview}>
        <AdminDashboard />
      </SitePreviewProvider>
    </SignedInOnly>
  );
}
