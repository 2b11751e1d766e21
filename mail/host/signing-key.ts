import type { KeyObject } from 'node:crypto';

/** One key of our domain, for DKIM and ARC. */
export interface SigningKey {
  selector: string;
  privateKey: KeyObject;
}
