import { ManageAppearance, ManageAppearanceLoading } from '../../../profiles/manage-appearance.tsx';
import { SignedInOnly } from './login-required.tsx';

/** `/app/manage-appearance`. */
export function ManageAppearanceRoute() {
  return (
    <SignedInOnly fallback={<ManageAppearanceLoading />}>
      <ManageAppearance />
    </SignedInOnly>
  );
}
