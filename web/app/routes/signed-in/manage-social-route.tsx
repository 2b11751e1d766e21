import { ManageSocial, ManageSocialLoading } from '../../../social/manage-social.tsx';
import { SignedInOnly } from './login-required.tsx';

/** `/app/manage-social`: the social links of one handle. */
export function ManageSocialRoute() {
  return (
    <SignedInOnly fallback={<ManageSocialLoading />}>
      <ManageSocial />
    </SignedInOnly>
  );
}
