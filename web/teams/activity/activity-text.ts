import type { Action, Activity } from '../../../contract/teams/teams.ts';

const TEXTS: Record<Action, string> = {
  'profile.changed': 'changed the profile',
  'look.changed': 'changed the look',
  'links.changed': 'changed the links',
  'picture.changed': 'changed a picture',
  'inbox.changed': 'changed the inbox',
  'inbox.verified': 'set an inbox, which is verified now',
  'forwarding.switched': 'switched forwarding',
  'mail-policy.changed': 'changed the mail rules',
  'reply-mode.changed': 'changed how replies work',
  'auto-reply.changed': 'changed the automatic reply',
  'app-password.created': 'created an app password',
  'app-password.revoked': 'revoked an app password',
  'sending.resumed': 'resumed sending',
  'contact.changed': 'changed a contact',
  'subscriber.removed': 'removed a subscriber',
  'subscribers.exported': 'exported the email list',
  'member.invited': 'invited',
  'member.joined': 'joined the team',
  'member.role-changed': 'changed the role of',
  'member.mail-granted': 'gave the mail to',
  'member.mail-withdrawn': 'took the mail from',
  'member.inbox-changed': 'changed their own inbox',
  'member.inboxes-ended': 'ended the inboxes set by',
  'member.removed': 'removed',
  'member.left': 'left the team',
  'invitation.withdrawn': 'withdrew the invitation of',
  'transfer.offered': 'offered the handle to',
  'transfer.withdrawn': 'withdrew the offer to',
  'transfer.accepted': 'became the owner',
  'handle.given-up': 'gave up the handle',
  'handle.kept': 'kept the handle after all',
};

/** Actions whose details are the object of the sentence, such as the address of a member. */
const WITH_OBJECT: ReadonlySet<Action> = new Set([
  'member.invited',
  'member.role-changed',
  'member.mail-granted',
  'member.mail-withdrawn',
  'member.inboxes-ended',
  'member.removed',
  'invitation.withdrawn',
  'transfer.offered',
  'transfer.withdrawn',
]);

/** Returns what somebody did, such as `invited`, and the text after it or in brackets. */
export function activityText({ action, details, by }: Pick<Activity, 'action' | 'details' | 'by'>): {
  verb: string;
  object: string;
  fields: string;
} {
  const text = details.join(', ');
  const hasObject = WITH_OBJECT.has(action);
  return {
    verb: TEXTS[action],
    object: hasObject ? text : '',
    // A person who joins or leaves is already named as the author of the entry.
    fields: hasObject
      ? ''
      : details
          .filter((detail) => detail !== by)
          .map(inWords)
          .join(', '),
  };
}

/** `displayName` becomes `display name`. */
function inWords(field: string): string {
  return field.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
