import type { AutoReplies } from './host/auto-replies.ts';
import type { Contacts } from './host/contacts.ts';
import type { Directory } from './host/directory.ts';
import type { DirectAttempts, QueueStore } from './host/queue-store.ts';
import type { Recorder } from './host/recorder.ts';
import type { ReportStore } from './host/report-store.ts';
import type { Clock, Log, Resolver, SigningKey } from './host/runtime.ts';
import type { DuplicateSuppression, Greylist, SenderTokens, SharedCounters } from './host/shared-state.ts';
import type { SmtpObserver } from './host/smtp-observer.ts';
import type { SentMail, SubmissionPolicy } from './host/submission-policy.ts';
import type { Transport } from './host/transport.ts';
import type { LeasedCopy, Outcome } from './message/queued-message.ts';

/** Everything the program that embeds the mail library provides. */
export interface MailHost {
  directory: Directory;
  contacts: Contacts;
  queue: QueueStore;
  /** The queue runner of this process; absent if this process never attempts the mail that it accepts. */
  direct?: DirectAttempts;
  senderTokens: SenderTokens;
  /** Null if handles cannot send mail. */
  submission: SubmissionPolicy | null;
  sentMail: SentMail;
  transport: Transport;
  /** For SPF, DKIM, DMARC, ARC and block lists. */
  resolver: Resolver;
  /**
   * Called when a system email was permanently refused or not delivered in time. Absent if no one needs to know. Never
   * rejects.
   */
  systemEmailFailed?(to: string, enhanced: string): Promise<void>;
  /** Returns the current key for DKIM and ARC. */
  signingKey(): SigningKey;
  recorder: Recorder;
  counters: SharedCounters;
  /** Null to disable greylisting. */
  greylist: Greylist | null;
  duplicates: DuplicateSuppression;
  /** Absent if no recipient has automatic replies. */
  autoReplies?: AutoReplies;
  /** Reports about our mail, which are not forwarded. */
  reports: ReportStore;
  /**
   * Attempts a copy that has crashed processes, in a separate process; null if that process recorded the outcome. Never
   * rejects.
   */
  attemptIsolated?(copy: LeasedCopy, signal: AbortSignal): Promise<Outcome | null>;
  /** Absent if the host takes no measurements. */
  observer?: SmtpObserver;
  clock: Clock;
  log: Log;
}
