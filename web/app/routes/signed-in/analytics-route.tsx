import { AnalyticsLoading, AnalyticsScreen } from '../../../analytics/analytics-screen.tsx';
import { SignedInOnly } from './login-required.tsx';

/** `/app/analytics`. */
export function AnalyticsRoute() {
  return (
    <SignedInOnly fallback={<AnalyticsLoading />}>
      <AnalyticsScreen />
    </SignedInOnly>
  );
}
