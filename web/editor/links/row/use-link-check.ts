import { useEffect, useState } from 'react';
import type { checkPlatformLink } from '../../../../contract/social/platform-links.ts';
import { whenIdle } from '../../../ui/when-idle.ts';

export type LinkCheck = typeof checkPlatformLink;

/**
 * Returns the rules of all networks once the browser is idle. Only links stored before names were validated break the
 * rules, so the list does not wait for the code of the rules.
 */
export function useLinkCheck(): LinkCheck | undefined {
  const [check, setCheck] = useState<LinkCheck>();
  useEffect(() => {
    let isMounted = true;
    const load = async () => {
      const rules = await import('../../../../contract/social/platform-links.ts');
      if (isMounted) setCheck(() => rules.checkPlatformLink);
    };
    // A failed download leaves the list without this hint.
    const cancel = whenIdle(() => void load().catch(() => {}));
    return () => {
      isMounted = false;
      cancel();
    };
  }, []);
  return check;
}
