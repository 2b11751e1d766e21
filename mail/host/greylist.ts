/** Remembers who has tried before (RFC 6647). */
export interface Greylist {
  /** Notes a try of this network, sender and recipient; answers for how many seconds more it must wait, 0 for none. */
  secondsToWait(network: string, sender: string, recipient: string): Promise<number>;
}
