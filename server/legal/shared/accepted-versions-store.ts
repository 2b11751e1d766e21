import { sql } from 'kysely';
import { type AcceptedKind, STANDARD_VERSIONS } from '../../../contract/site/legal-texts.ts';

/** Returns the versions in force, which an account accepts that is created now, as columns of the account. */
export function acceptedVersions(now: Date) {
  const day = now.toISOString().slice(0, 10);
  const inForce = (kind: AcceptedKind) => sql<string>`coalesce(
    (select case when text is not null then name end from legal_versions
      where kind = ${kind} and holds_from <= ${day}::date order by id desc limit 1), ${STANDARD_VERSIONS[kind]})`;
  return { terms_version: inForce('terms'), privacy_version: inForce('privacy') };
}
