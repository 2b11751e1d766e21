import { lazy, Suspense } from 'react';
import { useSessionProblem } from './session-problem.ts';

const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }));
const OtherAccount = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).OtherAccount }));

/** A dialog above any screen whose session has ended or now belongs to another account; otherwise nothing. */
export function SessionNotice() {
  const problem = useSessionProblem();
  if (!problem) return null;
  return (
    <Suspense fallback={null}>
      {problem.kind === 'expired' ? <SignInAgain user={problem.user} /> : <OtherAccount {...problem} />}
    </Suspense>
  );
}
