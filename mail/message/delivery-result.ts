/** The result of one attempt; permanent or temporary is explicit, never inferred from the text. */
export type DeliveryResult =
  /** `final` is false if a relay accepted it. `host` is the server that replied. */
  | { kind: 'delivered'; code: number; text: string; final: boolean; host?: string }
  /** `isOurs`: this server decided, by DNS or by what the other server offers; the text is ours, in the form of a reply. */
  | { kind: 'refused'; code: number; enhanced: string; text: string; host?: string; isOurs?: true }
  /**
   * Temporary. `cause` is set if the rejection is not about this message: the reputation of this server, a full mailbox or
   * missing TLS; it raises an alarm. `untried`: no server was contacted, because its circuit is open or it has no free slot.
   */
  | {
      kind: 'deferred';
      code: number;
      enhanced: string;
      text: string;
      host?: string;
      cause?: 'reputation' | 'mailbox-full' | 'tls';
      untried?: true;
    };

/** What is known about a failure beside its code: the reply of the recipient's server, or what this server found by itself. */
export type Diagnosis = { reply: { host: string; text: string } } | { finding: string };

/** Returns the reply that a result repeats, or the finding that takes its place. */
export function diagnosisOf(result: DeliveryResult): Diagnosis {
  const { code, host = '', text } = result;
  const isOurs = code === 0 || (result.kind === 'refused' && result.isOurs === true);
  // Our own decisions have the form of a reply, which no server gave.
  return isOurs ? { finding: text.replace(/^[245]\d\d [245]\.\d+\.\d+ /, '') } : { reply: { host, text } };
}
