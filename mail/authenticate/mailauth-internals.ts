/**
 * The only file that imports internal modules of mailauth: its public function authenticates in one step, without cost
 * limits and without access to intermediate results. mailauth-internals.test.ts tests the behaviour that we rely on.
 */
export { arc, getARChain } from 'mailauth/lib/arc/index.js';
export {
  DkimVerifier,
  type HeaderLine,
  type Headers,
  type KeyCache,
  type KeyRecord,
  type SignatureHeader,
} from 'mailauth/lib/dkim/dkim-verifier.js';
export { evaluateDmarc } from 'mailauth/lib/dmarc/index.js';
export { spf } from 'mailauth/lib/spf/index.js';
export { createKeyCache, formatAuthHeaderRow, getAlignment, parseDkimHeaders } from 'mailauth/lib/tools.js';
