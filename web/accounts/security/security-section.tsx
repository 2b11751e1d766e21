import { useEffect, useRef } from 'react';
import { Card } from '../../ui/card.tsx';
import { TooltipProvider } from '../../ui/tooltip/tooltip.tsx';
import { SignInAddress } from '../sign-in-address/sign-in-address.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { SessionList } from './session-list.tsx';

/** The fragment that leads to this section. */
const SECTION_ID = 'security';

/** The sign-in address, the passkeys and the sessions of the account. */
export function SecuritySection({ email }: { email: string }) {
  const section = useRef<HTMLDivElement>(null);
  // The section appears after the screen has loaded its data, when the browser has already looked for the fragment.
  useEffect(() => {
    if (window.location.hash === `#${SECTION_ID}`) section.current?.scrollIntoView();
  }, []);
  return (
    <Card ref={section} id={SECTION_ID} role="region" aria-labelledby={`${SECTION_ID}-title`} className="scroll-mt-20">
      <h2 id={`${SECTION_ID}-title`} className="text-lg font-semibold">
        Sign-in and security
      </h2>
      <p className="mt-0.5 text-sm text-soft">How you sign in, and where you are signed in.</p>
      <SignInAddress email={email} />
      <TooltipProvider>
        <PasskeyList />
      </TooltipProvider>
      <SessionList />
    </Card>
  );
}
