import { AudienceLoading, AudienceScreen } from '../../../audience/audience-screen.tsx';
import { SignedInOnly } from './login-required.tsx';

/** `/app/audience`. */
export function AudienceRoute() {
  return (
    <SignedInOnly fallback={<AudienceLoading />}>
      <AudienceScreen />
    </SignedInOnly>
  );
}
