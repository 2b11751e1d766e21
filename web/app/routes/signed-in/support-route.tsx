import { useSearchParams } from 'react-router';
import { useCurrentUser } from '../../../accounts/current-user.ts';
import { SupportScreen, SupportScreenLoading } from '../../../support/support-screen.tsx';
import { SignedInOnly } from './login-required.tsx';

/** `/app/support`, with `?handleId=` about a handle. */
export function SupportRoute() {
  const [query] = useSearchParams();
  const { data: user } = useCurrentUser();
  return (
    <SignedInOnly fallback={<SupportScreenLoading />} showsSupport={false}>
      <SupportScreen email={user?.email ?? ''} handleId={Number(query.get('handleId')) || null} />
    </SignedInOnly>
  );
}
