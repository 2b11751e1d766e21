import { CheckingAdmin } from '../../../admin/admin-frame.tsx';
import { PackageManagement } from '../../../admin/packages/packages.tsx';
import { SignedInOnly } from './login-required.tsx';

/** `/app/adm/prices`: the packages and their prices. */
export function AdminPricesRoute() {
  return (
    <SignedInOnly fallback={<CheckingAdmin />} showsSupport={false}>
      <PackageManagement />
    </SignedInOnly>
  );
}
