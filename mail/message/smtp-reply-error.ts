/** A reply that turns something down: 4xx "not now", 5xx "never". Its message is what the client reads. */
export class SmtpReplyError extends Error {
  override name = 'SmtpReplyError';
  readonly responseCode: number;
  readonly enhanced: string;
  readonly text: string;
  /** The recipient whom it concerns, who hears of it through the recorder. */
  readonly key: string | undefined;

  constructor(code: number, enhanced: string, text: string, key?: string) {
    super(`${enhanced} ${text}`);
    this.responseCode = code;
    this.enhanced = enhanced;
    this.text = text;
    this.key = key;
  }
}

/** A rejection that also ends the connection: what the client sends behind it may have been smuggled in. */
export class ClosingReplyError extends SmtpReplyError {}
