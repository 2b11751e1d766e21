import type { MailState } from '../../../contract/forwarding/mail-state.ts';
import { HOUR } from '../../../contract/time.ts';
import type { HandleState } from '../../../db/schema.ts';

/** Consecutive refusals by an inbox after which its handle's mail is reported as refused and its owner gets an email. */
export const REFUSALS_TO_TELL = 3;
/** Hours of temporary errors before the state mentions them. The second inbox takes over after four hours. */
const HOURS_TO_NAME = 1;

/**
 * The facts that decide the state of a handle's mail: columns of the handle and of its forwarding, which are null
 * without an inbox.
 */
export interface MailFacts {
  state: HandleState;
  suspended_at: Date | null;
  quarantined_at: Date | null;
  given_up_at: Date | null;
  /** Without an inbox, senders are asked to try again later until this time. */
  mail_deferred_until: Date | null;
  address: string | null;
  pending_address: string | null;
  pending_since: Date | null;
  pending_refused_at: Date | null;
  pending_refusal: string | null;
  forwarding_on: boolean | null;
  switched_at: Date | null;
  paused_at: Date | null;
  pause_reason: string | null;
  refusal: string | null;
  refusals: number | null;
  refused_since: Date | null;
  backup_address: string | null;
  backup_refusal: string | null;
  backup_refusals: number | null;
  /** Whether an inbox of a member of the team gets the mail. */
  members_receive: boolean;
}

/** What happens to mail to a handle that is not active. */
export const NOT_ACTIVE: Record<Exclude<HandleState, 'active'>, string> = {
  suspended: 'An administrator has suspended this handle: its page is offline and mail to it is refused.',
  resting: 'This handle is resting because its paid year has ended: mail to it is refused until it is renewed.',
  quarantined: 'This handle is in quarantine: its page is offline and mail to it is refused.',
};
const GIVEN_UP = 'This handle was given up: its page is offline and mail to it is refused.';
const DEFERRED =
  'No inbox any more: for a day, senders are asked to try again later. After that, mail to this handle is refused.';
const UNTIL_THEN = 'Until then, senders are asked to try again later.';
const ONLY_MEMBERS = 'Only the other inboxes of the team get it.';

/** Returns the state of a handle's mail. The first rule that applies decides; decision 82 has their order. */
export function mailStateOf(facts: MailFacts, now: Date): MailState {
  const { state } = facts;
  if (state !== 'active') {
    if (facts.given_up_at !== null) return result('suspended', GIVEN_UP, facts.given_up_at);
    return result('suspended', NOT_ACTIVE[state], state === 'suspended' ? facts.suspended_at : facts.quarantined_at);
  }
  const { address, pending_address: pending, mail_deferred_until: deferredUntil } = facts;
  const isDeferred = deferredUntil !== null && deferredUntil > now;
  if (address === null && pending === null) {
    return facts.members_receive
      ? result('works', 'Only inboxes of the team get this mail: the handle has no inbox of its own.')
      : result('none', isDeferred ? DEFERRED : 'No inbox yet: mail to this handle is refused.');
  }
  if (address === null) {
    // Switching forwarding off also refuses the mail of members, before any deferral.
    const refused = isDeferred && !facts.members_receive ? UNTIL_THEN : 'Until then, mail is refused.';
    return waiting(facts, restOf(facts) ?? refused);
  }
  const failure = failureOf(facts);
  if (facts.forwarding_on === false && failure?.state !== 'stopped') {
    return result('paused', 'Forwarding is switched off: mail is not forwarded.', facts.switched_at);
  }
  if (failure && pending !== null) return waiting(facts, 'The previous inbox no longer accepts mail.');
  if (failure) return failure;
  return result('works', remarkOf(facts, now));
}

function result(state: MailState['state'], reason: string | null, since: Date | null = null): MailState {
  return { state, reason, since: since?.toISOString() ?? null };
}

/**
 * Returns who else gets the mail, or null. The owner's switch applies to the whole handle, so nobody gets mail while it is off.
 */
function restOf({ members_receive: receive, forwarding_on: on }: MailFacts): string | null {
  return receive && on !== false ? ONLY_MEMBERS : null;
}

/**
 * Returns the state of a handle whose new inbox must confirm before it gets mail. `meanwhile` is the text about where
 * mail goes until then.
 */
function waiting(facts: MailFacts, meanwhile: string): MailState {
  if (facts.pending_refused_at === null) {
    return result('unverified', `The inbox has not confirmed our email yet. ${meanwhile}`, facts.pending_since);
  }
  const why =
    facts.pending_refusal === 'gone'
      ? 'Our verification email was refused: the mail server says that this mailbox does not exist.'
      : 'The mail server of the inbox refused our verification email.';
  return result('unverifiable', `${why} ${meanwhile}`, facts.pending_refused_at);
}

/** Returns why the verified inbox gets no mail; undefined if it gets mail. */
function failureOf(facts: MailFacts): MailState | undefined {
  const others = restOf(facts);
  const rest = others === null ? '' : ` ${others}`;
  if (facts.pause_reason === 'inbox-stopped') {
    const text = 'The owner of the inbox stopped all forwarding to it, by the link in one of our emails.';
    return result('stopped', text + rest, facts.paused_at);
  }
  const since = facts.refused_since ?? facts.paused_at;
  if (facts.paused_at !== null) {
    const text = 'The mail server of the inbox says that it does not exist, so forwarding to it has stopped.';
    return result('refuses', text + rest, since);
  }
  if ((facts.refusals ?? 0) < REFUSALS_TO_TELL) return undefined;
  if (facts.refusal === 'gone') {
    return result('refuses', `The inbox refuses mail: its mail server says that it does not exist.${rest}`, since);
  }
  return facts.refusal === 'full' ? result('refuses', `The inbox is full and refuses mail.${rest}`, since) : undefined;
}

/** Returns what the owner should know while mail works, or null. */
function remarkOf(facts: MailFacts, now: Date): string | null {
  if (facts.refusal === 'down' && facts.refused_since !== null && (facts.refusals ?? 0) >= REFUSALS_TO_TELL) {
    const hours = (now.getTime() - facts.refused_since.getTime()) / HOUR;
    if (hours >= HOURS_TO_NAME) return 'The mail server of the inbox has temporary problems: mail arrives late.';
  }
  if (facts.pending_refused_at !== null)
    return 'The new inbox refused our verification email. Mail still goes to the previous one.';
  if (facts.pending_address !== null)
    return 'The new inbox has not confirmed our email yet. Mail still goes to the previous one.';
  const second = facts.backup_address !== null && (facts.backup_refusals ?? 0) >= REFUSALS_TO_TELL;
  if (second && facts.backup_refusal === 'gone') return 'The second inbox refuses mail: it does not exist.';
  if (second && facts.backup_refusal === 'full') return 'The second inbox is full and refuses mail.';
  return null;
}
