/** The result of one attempt; permanent or temporary is explicit, never inferred from the text. */
export type DeliveryResult =
  /** `final` is false if a relay accepted it. `host` is the server that replied. */
  | { kind: 'delivered'; code: number; text: string; final: boolean; host?: string }
  /**
   * `isOurs`: this server decided, based on DNS or the extensions of the other server; the text is ours, in the form of
   * a reply.
   */
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

/** Details of a failure beyond its code: the reply of the recipient's server, or a finding of this server. */
export type Diagnosis = { reply: { host: string; text: string } } | { finding: string };

/** Returns the server's reply contained in a result, or this server's finding if no server replied. */
export function diagnosisOf(result: DeliveryResult): Diagnosis {
  const { code, host = '', text } = result;
  const isOurs = code === 0 || (result.kind === 'refused' && result.isOurs === true);
  // Our own decisions have the form of a reply, although no server sent it.
  return isOurs ? { finding: text.replace(/^[245]\d\d [245]\.\d+\.\d+ /, '') } : { reply: { host, text } };
}
