import type { Recorder } from '../host/recorder.ts';
import type { Enqueued, Outcome } from '../message/queued-message.ts';
import { replyText } from './reply-texts.ts';

/** A copy that failed permanently. */
export interface FailedCopy {
  id: string;
  /** Set if the recipient has several copies. */
  group?: string | undefined;
  inbox?: number | undefined;
  /** The code that the sender may see. */
  enhanced: string;
  /** Whether the sender is verified and therefore gets a notice. */
  toSender: boolean;
}

/**
 * Records and returns the outcome of a copy that failed permanently. If the recipient has several copies, only storing
 * the outcome shows whether delivery to the recipient has failed.
 */
export function failedOutcome(
  recorder: Pick<Recorder, 'record'>,
  { id, group, inbox, enhanced, toSender }: FailedCopy,
  { text, report }: { text: string; report: Enqueued | null },
): Outcome {
  const returned = { step: 'returned', toSender, enhanced, text: replyText(enhanced) } as const;
  if (group === undefined) {
    recorder.record(id, returned);
    return { kind: 'failed', text, report };
  }
  const onSettled = (settled: 'settled' | 'withheld') => {
    recordFailedInbox(recorder, group, inbox, enhanced);
    if (settled === 'settled') recorder.record(group, returned);
  };
  return { kind: 'failed', text, report, onSettled };
}

/** Records that one of a recipient's several inboxes does not get a message. */
export function recordFailedInbox(
  recorder: Pick<Recorder, 'record'>,
  delivery: string,
  inbox: number | undefined,
  enhanced: string,
): void {
  const text = replyText(enhanced);
  recorder.record(delivery, { step: 'failed', enhanced, text, ...(inbox !== undefined && { inbox }) });
}
