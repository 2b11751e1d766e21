/** `transfer` is port 25, `submission` the service for mail programs. */
export type SmtpService = 'transfer' | 'submission';

/** Measures the SMTP servers. Never throws. */
export interface SmtpObserver {
  opened(service: SmtpService): void;
  closed(service: SmtpService): void;
  /**
   * A reply was sent. `command` is a known command, `other`, `message` for the reply after its data, or `none` for a greeting,
   * a timeout or a shutdown.
   */
  replied(service: SmtpService, command: string, code: number): void;
  /**
   * A message to a return address was classified as a failure, another report, an automatic answer, or something else.
   */
  returned(kind: 'failed' | 'report' | 'answer' | 'other'): void;
  /** Runs the processing of one message and passes on its reply; null if the connection is dropped without one. */
  message<T extends { code: number } | null>(service: SmtpService, work: () => Promise<T>): Promise<T>;
}

/** Measures nothing. */
export const NO_OBSERVER: SmtpObserver = {
  opened() {},
  closed() {},
  replied() {},
  returned() {},
  message: (_service, work) => work(),
};
