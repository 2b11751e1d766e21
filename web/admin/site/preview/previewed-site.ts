import type { Site } from '../../../../contract/documents.ts';
import { LEGAL_KINDS } from '../../../../contract/site/legal-texts.ts';
import type { SiteDocument } from '../../../../contract/site/site-document.ts';
import { STANDARD_IDENTITY } from '../../../../contract/site/site-identity.ts';
import { toDocument } from '../draft.ts';

/** Returns the site as visitors would see it with a draft. */
export function previewedSite(draft: SiteDocument, site: Site): Site {
  const document = toDocument(draft);
  const identity = Object.keys(STANDARD_IDENTITY) as (keyof typeof STANDARD_IDENTITY)[];
  const { mode } = document.claims;
  return {
    ...site,
    ...Object.fromEntries(identity.map((name) => [name, document[name]])),
    legalTexts: LEGAL_KINDS.filter((kind) => document[kind] !== null),
    claims: mode === 'open' ? undefined : mode,
    // The server draws any other mark once the document is saved.
    ownMark: document.icon ?? site.ownMark,
    // Visitors of a real site have no development sign-in.
    localMode: false,
  };
}
