declare module 'mx-connect/lib/dane.js' {
  interface Record {
    usage: number;
    selector: number;
    mtype: number;
    cert: Buffer;
  }

  /** Whether one of the records names the certificate, or one of the chain that has issued it. */
  export function verifyCertAgainstTlsa(
    leaf: { raw: Buffer },
    records: Record[],
    chain: { raw: Buffer }[],
  ): { valid: boolean };
}
