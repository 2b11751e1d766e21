import type { AuthenticationVerdicts } from '../message/authentication-result.ts';
import type { DeliveryResult } from '../message/delivery-result.ts';

/** One thing that happened to one copy of a message. */
export type DeliveryStep =
  /** First of all; `subject` and `author` as decoded text, kept only as the host's rules allow. */
  | {
      step: 'received';
      key: string;
      recipient: string;
      sender: string;
      author: string;
      subject: string;
      client: string;
      size: number;
    }
  /** `list`: the mailing list that the recipient could allow, so that its mail is no longer refused. */
  | { step: 'checked'; verdicts: AuthenticationVerdicts; note?: string; list?: string }
  | { step: 'changed'; changes: ('sender' | 'from' | 'sealed' | 'signed' | 'completed' | 'results-removed')[] }
  | { step: 'tried'; result: DeliveryResult; backup?: boolean }
  /** On the queue; `after` seconds until it is tried next. */
  | { step: 'queued'; after: number }
  /** Turned down by us, in the words the sender heard. */
  | { step: 'refused'; code: number; enhanced: string; text: string }
  | { step: 'dropped'; text: string }
  /** A notice of failure went to its sender, or to nobody where none may be told. */
  | { step: 'returned'; toSender: boolean; enhanced: string; text: string };

/** Hears what happens to mail. Never blocks, never throws; what it keeps is its own business. */
export interface Recorder {
  /** `id` is the copy's: all steps of one copy carry it. */
  record(id: string, step: DeliveryStep): void;
  /** Something that a person who runs this server should look at. */
  alarm(kind: 'reputation' | 'mailbox-full' | 'tls', host: string, words: string): void;
  /** Mail for this recipient, by its key, is put off because more came than `limit` in this hour. */
  limitReached(key: string, limit: number): void;
}
