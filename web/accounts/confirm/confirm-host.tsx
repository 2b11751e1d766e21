import { useEffect, useRef, useSyncExternalStore } from 'react';
import { currentConfirmation, hostConfirmation, subscribeToConfirmation } from '../../api/confirmation.ts';
import { dialogOnDemand } from '../../ui/dialog/dialog-on-demand.tsx';

const IdentityDialog = dialogOnDemand(async () => (await import('./identity-dialog.tsx')).IdentityDialog);

/**
 * Shows the dialog that asks users to confirm their identity whenever a call requires it. Mounted once on every
 * signed-in screen.
 */
export function ConfirmHost() {
  const confirmation = useSyncExternalStore(subscribeToConfirmation, currentConfirmation, () => null);
  useEffect(hostConfirmation, []);
  // Keeps the content during the exit animation.
  const shown = useRef(confirmation);
  if (confirmation) shown.current = confirmation;
  if (!shown.current) return null;
  const { proof, subject, end } = shown.current;
  return (
    <IdentityDialog
      open={confirmation !== null}
      proof={proof}
      subject={subject}
      onEnd={end}
      onClose={() => end(false)}
    />
  );
}
