import { CheckingAdmin } from '../../../admin/admin-frame.tsx';
import { AdminDashboard } from '../../../admin/dashboard.tsx';
import { SignedInOnly } from './login-required.tsx';

/** `/app/adm`: the admin dashboard. */
export function AdminRoute() {
  return (
    <SignedInOnly fallback={<CheckingAdmin />} showsSupport={false}>
      <AdminDashboard />
    </SignedInOnly>
  );
}
