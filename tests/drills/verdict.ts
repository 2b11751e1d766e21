import type { CheckResult } from '../faults/judge/check-invariants.ts';
import type { Entry } from '../faults/judge/ledger.ts';
import type { WebCount, WebKind } from './web-load.ts';

/** The responses to clients during a switch to a release and back, and the outcome of the mail. The verdict follows from them. */
export interface JudgedSwitch {
  name: string;
  seconds: number;
  web: Record<WebKind, WebCount>;
  /** Requests and connections that the fronts could not forward. */
  fronts: string[];
  /** Exit codes, crashes, and steps that did not succeed. */
  processes: string[];
  mail: CheckResult;
  replies: MailReplies;
}

/** Replies to the senders of the load, counted in messages. */
export interface MailReplies {
  accepted: number;
  /** 421: the server ends the connection between two messages, and the sender opens another one (RFC 5321 3.8). */
  moved: number;
  /** Every other outcome, as texts. */
  failures: string[];
}

/** Counts the replies to messages. A connection that ends without a reply is a failure, even before the final dot. */
export function countReplies(entries: Iterable<Entry>): MailReplies {
  const found: MailReplies = { accepted: 0, moved: 0, failures: [] };
  for (const { id, replies } of entries) {
    for (const reply of replies) {
      if (reply === 250) found.accepted++;
      else if (reply === 421) found.moved++;
      else found.failures.push(`message ${id} got ${reply === 'none' ? 'no reply after the final dot' : reply}`);
    }
  }
  return found;
}

/**
 * Returns the reasons why a switch fails: a failed request, lost mail, a duplicate beyond the bound, a process that did
 * not end as it should. A switch without traffic of every kind proves nothing, so it also fails.
 */
export function switchFailures({ web, fronts, processes, mail, replies }: JudgedSwitch): string[] {
  const failures: string[] = [];
  for (const [kind, { done, failures: failed }] of Object.entries(web)) {
    failures.push(...failed.map((text) => `${kind}: ${text}`));
    if (done === 0) failures.push(`harness: no request of the kind "${kind}" succeeded`);
  }
  failures.push(...fronts.map((text) => `front: ${text}`), ...processes);
  failures.push(...replies.failures.map((text) => `mail: ${text}`), ...mail.broken);
  if (replies.accepted === 0) failures.push('harness: no message was accepted');
  if (mail.lost > 0) failures.push(`mail: ${mail.lost} accepted messages are lost`);
  if (mail.queued > 0) failures.push(`mail: ${mail.queued} accepted messages are still queued`);
  if (mail.returned > 0) failures.push(`mail: ${mail.returned} messages were returned without need`);
  if (mail.duplicates > mail.bound) failures.push(`mail: ${mail.duplicates} duplicates, at most ${mail.bound} allowed`);
  return failures;
}
