import type { ARCChainEntry } from 'mailauth';

/** Results of authentication, in the words of RFC 8601. */
export type AuthResult = 'none' | 'neutral' | 'policy' | 'pass' | 'fail' | 'softfail' | 'temperror' | 'permerror';

/** What authentication of an original has found (RFC 7208, 6376, 9989, 8617). */
export interface AuthenticationVerdicts {
  spf: { result: AuthResult; domain: string };
  dkim: { result: AuthResult; domain: string; aligned: boolean }[];
  dmarc: { result: AuthResult; policy: 'none' | 'quarantine' | 'reject' | ''; domain: string };
  /** `trusted`: the chain holds, and a sealer we trust recorded dmarc=pass for the author that From names. */
  arc: { result: 'none' | 'pass' | 'fail'; sealer: string; trusted: boolean };
  /** SPF or a DKIM signature passed: mail that has to wait may be queued, and need not be left to the sender. */
  authenticated: boolean;
  /** The domain of MAIL FROM has vouched for this mail (SPF, or aligned DKIM): a notice may go there. */
  senderVouched: boolean;
  /** What is put behind our name in Authentication-Results: `spf=pass ...; dkim=pass ...`. */
  results: string;
}

/** Who a message says has written it. */
export interface Author {
  /** The From field unfolded, without its name. */
  value: string;
  /** Decoded display name of the first; may be empty. */
  name: string;
  /** Addresses as written, those inside a group too. */
  addresses: string[];
}

/** The ARC sets that a message came with (RFC 8617). */
export interface Chain {
  verdict: AuthenticationVerdicts['arc'];
  /** For Authentication-Results; empty without a chain. */
  info: string;
  sets: ARCChainEntry[];
  /** A key could not be looked up for now: whether the chain holds, nobody knows. */
  unknown: boolean;
  /** The newest set is of a sealer we trust, whether it holds or not. */
  promising: boolean;
}

/** What is known of an original once it was authenticated. */
export interface AuthenticationResult {
  author: Author;
  verdicts: AuthenticationVerdicts;
  chain: Chain;
  /** An error of the DNS, which may pass, stands between these verdicts and better ones. */
  doubtful: boolean;
  /** SPF or a signature passed for the organization of every author. Only set where DMARC could not be evaluated. */
  aligned: boolean;
  /** List-Id of the mailing list whose own domain signed a message that fails DMARC; empty for none. */
  list: string;
  /** It bears no signature, and SPF vouches for the organization of its only author: ours may stand for it. */
  signable: boolean;
  /** DMARC passed, and by SPF alone: that is lost as soon as the mail leaves from here. */
  bySpfAlone: boolean;
  /** SHA-256 of the body in its relaxed form, base64. */
  bodyHash: string;
}
