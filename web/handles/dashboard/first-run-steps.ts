import type { HandleFigures } from '../../../contract/dashboard/dashboard.ts';
import type { Handle } from '../../../contract/handles/handles.ts';
import { pages } from '../../../contract/paths.ts';
import { type CommonFeatures, planHasFeature } from '../../../contract/payments/features.ts';
import { mendOf } from '../../own-handles/mail-state/mend.ts';

export interface FirstRunStep {
  id: 'profile' | 'inbox' | 'links';
  title: string;
  /** The missing or finished part of the step. */
  text: string;
  done: boolean;
  /** The label of the button that leads to the step. */
  action: string;
  to: string;
  /** The address of the account can be set as inbox with one click. */
  offersOwnInbox?: true;
}

/**
 * Returns the three steps of a new handle with their state. Until its figures have loaded, its connected accounts count
 * as links.
 */
export function firstRunSteps(
  handle: Handle,
  figures: HandleFigures | null | undefined,
  address: string,
  common: CommonFeatures,
): FirstRunStep[] {
  const links = figures?.links ?? handle.socialLinks.filter(({ isActive }) => isActive).length;
  return [profileStep(handle), inboxStep(handle, address, common), linksStep(links)];
}

function profileStep({ displayName, handle, picture }: Handle): FirstRunStep {
  const missing = [!picture && 'a picture', !displayName && 'your name'].filter((part) => part !== false);
  return {
    id: 'profile',
    title: 'Picture and name',
    text: missing.length === 0 ? 'People recognise you.' : `Your page still needs ${missing.join(' and ')}.`,
    done: missing.length === 0,
    action: 'Make It Yours',
    to: pages.manageHandle(handle),
  };
}

function inboxStep(handle: Handle, address: string, common: CommonFeatures): FirstRunStep {
  const { id, mail, forwardingEmail } = handle;
  const step = { id: 'inbox', title: 'Inbox', to: pages.manageEmail(id) } as const;
  if (mail.state === 'works') {
    return { ...step, text: `Mail to ${address} reaches you.`, done: true, action: 'Add Email' };
  }
  if (mail.state === 'unverified') {
    const text = `We have emailed a link to ${forwardingEmail}. Open it to start receiving mail.`;
    return { ...step, text, done: false, action: 'Verify' };
  }
  if (mail.state === 'none') {
    return {
      ...step,
      text: `Choose where mail to ${address} goes.`,
      done: false,
      action: 'Add Email',
      // If the plan has replies, the dialog asks how they are sent.
      ...(!planHasFeature(handle.handle, 'sending', common) && { offersOwnInbox: true as const }),
    };
  }
  return { ...step, text: mail.reason ?? '', done: false, action: mendOf(handle)?.label ?? 'Look' };
}

function linksStep(links: number): FirstRunStep {
  const text = links === 1 ? 'Your page has its first link.' : `Your page has ${links} links.`;
  return {
    id: 'links',
    title: 'First links',
    text: links > 0 ? text : 'Send visitors to what you make.',
    done: links > 0,
    action: 'Add Links',
    to: pages.manageSocial(),
  };
}
