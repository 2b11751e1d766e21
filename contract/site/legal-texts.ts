/** The legal texts of a site, each on a page of its own. */
export const LEGAL_KINDS = ['imprint', 'terms', 'privacy'] as const;
export type LegalKind = (typeof LEGAL_KINDS)[number];

/** The legal texts that a new account accepts. A site without its own ones has ours. */
export const ACCEPTED_KINDS = ['terms', 'privacy'] as const satisfies LegalKind[];
export type AcceptedKind = (typeof ACCEPTED_KINDS)[number];

/** Titles of the pages, unless the text begins with its own. */
export const LEGAL_TITLES: Record<LegalKind, string> = {
  imprint: 'Imprint',
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
};

/** Returns whether a site has an imprint, which its pages and emails then link to. */
export function hasImprint({ legalTexts = [] }: { legalTexts?: readonly LegalKind[] | undefined }): boolean {
  return legalTexts.includes('imprint');
}

export const LEGAL_TEXT_MAX_LENGTH = 100_000;

/** The versions of our texts, by the day on which their content last changed. Accounts store which one they accepted. */
export const STANDARD_VERSIONS: Record<AcceptedKind, string> = {
  terms: 'standard-2026-11-24',
  privacy: 'standard-2026-11-24',
};

/** One version of a legal text. */
export interface LegalVersion {
  /** The day from which it holds, with a number if it is not the first of that day: `2027-01-01`, `2027-01-01.2`. */
  name: string;
  /** The day in UTC from which it holds, as YYYY-MM-DD. */
  holdsFrom: string;
  /** False if our text holds again from that day, or for the imprint none. */
  isOwn: boolean;
}

/** The versions of one legal text. */
export interface LegalHistory {
  /** The version in force; null if the operator has not written any. */
  current: LegalVersion | null;
  /** The version that holds from a later day; null if no change is planned. */
  next: LegalVersion | null;
  /** Former versions, newest first. */
  earlier: LegalVersion[];
}

export type LegalHistories = Record<LegalKind, LegalHistory>;
