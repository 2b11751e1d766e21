/** A 4xx or 5xx reply. Its message is the text sent to the client. */
export class SmtpReplyError extends Error {
  override name = 'SmtpReplyError';
  readonly responseCode: number;
  readonly enhanced: string;
  readonly text: string;
  /** Key of the recipient concerned, for the recorder. */
  readonly key: string | undefined;

  constructor(code: number, enhanced: string, text: string, key?: string) {
    super(`${enhanced} ${text}`);
    this.responseCode = code;
    this.enhanced = enhanced;
    this.text = text;
    this.key = key;
  }
}

/** A rejection that also closes the connection, because the bytes that follow may be smuggled commands. */
export class ClosingReplyError extends SmtpReplyError {}

/** The outcome is unknown, so any reply could be wrong: the server drops the connection, and the client retries. */
export class AbortConnection extends Error {
  override name = 'AbortConnection';
}
