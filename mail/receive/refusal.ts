/** A reply that turns something down: 4xx "not now", 5xx "never". Its message is what the client reads. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly responseCode: number;

  constructor(code: number, enhanced: string, text: string) {
    super(`${enhanced} ${text}`);
    this.responseCode = code;
  }
}
