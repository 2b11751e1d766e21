import type { AuthenticationVerdicts } from '../message/authentication-result.ts';
import type { DeliveryResult } from '../message/delivery-result.ts';

/** One delivery event of one copy of a message. */
export type DeliveryStep =
  /** The first step; `subject` and `author` are decoded text. */
  | {
      step: 'received';
      key: string;
      recipient: string;
      sender: string;
      author: string;
      subject: string;
      client: string;
      size: number;
      /** Mail that the handle sends; absent for mail that it receives. */
      direction?: 'sent';
    }
  /** `list`: a mailing list whose mail is accepted despite DMARC if the recipient allows it. */
  | { step: 'checked'; verdicts: AuthenticationVerdicts; note?: string; list?: string }
  | {
      step: 'changed';
      changes: ('sender' | 'from' | 'reply-address' | 'sealed' | 'signed' | 'completed' | 'results-removed')[];
    }
  /** `inbox`, here and below: which of the recipient's several inboxes; absent for its own. */
  | { step: 'tried'; result: DeliveryResult; backup?: boolean; inbox?: number }
  /** `after`: seconds until the next attempt. `note`: the reason, if it differs from the result of the last attempt. */
  | { step: 'queued'; after: number; inbox?: number; note?: string }
  /**
   * One of several inboxes does not get the message. The sender gets no notice, because another inbox has the message
   * or may still get it.
   */
  | { step: 'failed'; inbox?: number; enhanced: string; text: string }
  /** Rejected by us, with the text of the reply. */
  | { step: 'refused'; code: number; enhanced: string; text: string }
  | { step: 'dropped'; text: string }
  /** Failed permanently; `toSender`: a failure notice went to the sender. */
  | { step: 'returned'; toSender: boolean; enhanced: string; text: string };

/** Records what happens to mail. Never blocks, never throws. */
export interface Recorder {
  /** `id` is the id of the copy, or of its group. */
  record(id: string, step: DeliveryStep): void;
  /** Raises an alarm for the operator. */
  alarm(kind: 'reputation' | 'mailbox-full' | 'tls', host: string, text: string): void;
  /** Mail for the recipient with this key is deferred because it exceeds `limit` per hour. */
  limitReached(key: string, limit: number): void;
}
