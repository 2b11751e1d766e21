import type { ARCChainEntry } from 'mailauth';

/** Results of authentication, with the names of RFC 8601. */
export type AuthResult = 'none' | 'neutral' | 'policy' | 'pass' | 'fail' | 'softfail' | 'temperror' | 'permerror';

/** Authentication results of a received message (RFC 7208, 6376, 9989, 8617). */
export interface AuthenticationVerdicts {
  spf: { result: AuthResult; domain: string };
  dkim: { result: AuthResult; domain: string; aligned: boolean }[];
  /** `isTrial`: the record has pct=0. */
  dmarc: { result: AuthResult; policy: 'none' | 'quarantine' | 'reject' | ''; domain: string; isTrial?: true };
  /** `trusted`: the chain is valid, and a trusted sealer recorded dmarc=pass for the author. */
  arc: { result: 'none' | 'pass' | 'fail'; sealer: string; trusted: boolean };
  /** SPF or a DKIM signature passed; deferred mail may therefore be queued instead of being temporarily rejected. */
  authenticated: boolean;
  /** SPF or aligned DKIM passed for the domain of MAIL FROM; failure notices may therefore be sent there. */
  senderVouched: boolean;
  /** The results in Authentication-Results, after the authserv-id: `spf=pass ...; dkim=pass ...`. */
  results: string;
}

/** Author of a message according to its From field. */
export interface Author {
  /** Unfolded value of the field. */
  value: string;
  /** Decoded display name of the first mailbox; may be empty. */
  name: string;
  /** All addresses as written, including group members. */
  addresses: string[];
}

/** ARC sets of a received message (RFC 8617). */
export interface ArcChain {
  verdict: AuthenticationVerdicts['arc'];
  /** For Authentication-Results; empty if there is no chain. */
  info: string;
  sets: ARCChainEntry[];
  /** A key lookup failed; the validity of the chain is unknown. */
  isUndetermined: boolean;
  /** The newest set names a trusted sealer, whether it is valid or not. */
  isSealerTrusted: boolean;
}

/** Result of authenticating a received message. */
export interface AuthenticationResult {
  author: Author;
  verdicts: AuthenticationVerdicts;
  chain: ArcChain;
  /** A DNS failure may have prevented a better result. */
  hasDnsError: boolean;
  /** SPF or DKIM passed with alignment for every author. Only set if DMARC could not be evaluated. */
  aligned: boolean;
  /**
   * SPF, or a signature of the whole body, passed with alignment for every author, whether or not their domain has a DMARC
   * record.
   */
  authorVouched: boolean;
  /** SPF passed for the domain of MAIL FROM, which is aligned with every author. */
  senderAligned: boolean;
  /**
   * An aligned signature of the whole body covers every To and Cc field, which proves that the author chose the
   * recipients.
   */
  recipientsSigned: boolean;
  /**
   * The signature that `recipientsSigned` is based on, which identifies the message; empty if there is no such
   * signature.
   */
  recipientsSignature: string;
  /** List-Id of a message that fails DMARC but has a valid signature of the list; otherwise empty. */
  list: string;
  /** The message has no signature, and aligned SPF passed; our signature may therefore replace SPF. */
  signable: boolean;
  /** DMARC passed only because of SPF, which fails after forwarding. */
  bySpfAlone: boolean;
  /** SHA-256 of the relaxed body, base64. */
  bodyHash: string;
}
