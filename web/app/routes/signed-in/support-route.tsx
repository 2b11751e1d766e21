import { useSearchParams } from 'react-router';
import { useCurrentUser } from '../../../accounts/current-user.ts';
import { SupportScreen, SupportScreenLoading } from '../../../support/support-screen.tsx';
import { partOnDemand } from '../../../ui/on-demand.tsx';
import { SignedInOnly } from './login-required.tsx';

const AppealScreen = partOnDemand(async () => (await import('../../../support/appeal-screen.tsx')).AppealScreen);

/**
 * `/app/support`. `?handleId=` names the handle concerned, `?topic=refund` asks for a refund, and `&decision=` appeals
 * against a decision about the handle's page.
 */
export function SupportRoute() {
  const [query] = useSearchParams();
  const { data: user } = useCurrentUser();
  const handleId = Number(query.get('handleId')) || null;
  const decisionId = Number(query.get('decision')) || null;
  return (
    <SignedInOnly fallback={<SupportScreenLoading />} showsSupport={false}>
      {handleId && decisionId ? (
        <AppealScreen handleId={handleId} decisionId={decisionId} />
      ) : (
        <SupportScreen
          email={user?.email ?? ''}
          handleId={handleId}
          topic={query.get('topic') === 'refund' ? 'refund' : 'question'}
        />
      )}
    </SignedInOnly>
  );
}
