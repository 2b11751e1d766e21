import { lazy, Suspense } from 'react';
import { useSessionTrouble } from './session-problem.ts';

const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }));
const OtherAccount = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).OtherAccount }));

/** Stands above any screen whose session has ended, or has become another account's. Nothing while all is well. */
export function SessionNotice() {
  const trouble = useSessionTrouble();
  if (!trouble) return null;
  return (
    <Suspense fallback={null}>
      {trouble.kind === 'over' ? <SignInAgain user={trouble.user} /> : <OtherAccount {...trouble} />}
    </Suspense>
  );
}
