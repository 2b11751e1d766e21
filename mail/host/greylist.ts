/** Greylisting (RFC 6647). */
export interface Greylist {
  /** Records an attempt; returns the seconds until it is accepted, 0 for now. */
  secondsToWait(network: string, sender: string, recipient: string): Promise<number>;
}
