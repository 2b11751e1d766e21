/** The result of one attempt; permanent or temporary is explicit, never inferred from the text. */
export type DeliveryResult =
  /** `final` is false if a relay accepted it. `host` is the server that replied. */
  | { kind: 'delivered'; code: number; text: string; final: boolean; host?: string }
  | { kind: 'refused'; code: number; enhanced: string; text: string; host?: string }
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
