/** Permanent or temporary is part of every result, never guessed from its words. */
export type DeliveryResult =
  /** `final` is false when a relay took it: handed on, not yet delivered. `host` is the server that spoke. */
  | { kind: 'delivered'; code: number; text: string; final: boolean; host?: string }
  | { kind: 'refused'; code: number; enhanced: string; text: string; host?: string }
  /**
   * Not now. `about` is set where the peer refused for good, but not because of this message: our address or name, a
   * full mailbox, or transport security that could not be had. That is worth an alarm, and waiting. `untried` where no
   * server was asked, because it is left alone for a while or has no place free.
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
