import { partOnDemand } from '../ui/on-demand.tsx';
import { useSessionProblem } from './session-problem.ts';

const SignInAgain = partOnDemand(async () => (await import('./sign-in-again.tsx')).SignInAgain);
const OtherAccount = partOnDemand(async () => (await import('./sign-in-again.tsx')).OtherAccount);

/** A dialog above any screen whose session has ended or now belongs to another account; otherwise nothing. */
export function SessionNotice() {
  const problem = useSessionProblem();
  if (!problem) return null;
  return problem.kind === 'expired' ? <SignInAgain user={problem.user} /> : <OtherAccount {...problem} />;
}
