import type { Handle } from '../../../contract/handles/handles.ts';
import { reportPages } from '../../../contract/page-reports/paths.ts';
import { pages } from '../../../contract/paths.ts';
import { hasRight } from '../../../contract/roles.ts';
import { supportPages } from '../../../contract/support/paths.ts';

/** The fix for the mail of a handle, and where to apply it. */
export interface Mend {
  label: string;
  to: string;
}

const LABELS: Partial<Record<Handle['mail']['state'], string>> = {
  none: 'Add an inbox',
  unverified: 'Send the email again',
  unverifiable: 'Change the inbox',
  refuses: 'Change the inbox',
  stopped: 'Change the inbox',
  paused: 'Forward again',
};

/** Returns the fix that this role can apply to mail that does not work, or null. A resting handle is renewed on the dashboard. */
export function mendOf(
  handle: Pick<Handle, 'id' | 'role' | 'receivesMail' | 'status' | 'mail' | 'suspension'>,
): Mend | null {
  const { id, status, mail, suspension } = handle;
  if (status === 'suspended') {
    if (!hasRight(handle, 'own')) return null;
    return suspension
      ? { label: 'Appeal', to: reportPages.appeal(id, suspension.decisionId) }
      : { label: 'Ask support', to: supportPages.support() };
  }
  const label = hasRight(handle, 'mail') ? LABELS[mail.state] : undefined;
  return label === undefined ? null : { label, to: pages.manageEmail(id) };
}
