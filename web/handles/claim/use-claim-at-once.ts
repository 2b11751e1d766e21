import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { pages } from '../../../contract/paths.ts';

/**
 * Claims a free handle for the signed-in user with one click and opens the dashboard. A failure shows a toast and calls
 * `onRefused`; an ended session calls `onSignedOut`.
 */
export function useClaimAtOnce({ onRefused, onSignedOut }: { onRefused: () => void; onSignedOut: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isClaiming, setClaiming] = useState(false);
  // A ref, because the state is updated too late for the second click of a double click.
  const running = useRef(false);

  async function claim(handle: string, invitation?: string): Promise<void> {
    if (running.current) return;
    running.current = true;
    setClaiming(true);
    try {
      const { createProfile } = await import('./create-profile.ts');
      const result = await createProfile(client, handle, invitation);
      if (result === 'created' || result === 'waiting') return navigate(pages.manage());
      if (result === 'refused') return onRefused();
      onSignedOut();
    } finally {
      running.current = false;
      setClaiming(false);
    }
  }
  return { claim, isClaiming };
}
