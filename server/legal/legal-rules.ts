import {
  type AcceptedKind,
  LEGAL_KINDS,
  type LegalHistories,
  type LegalHistory,
  type LegalKind,
  type LegalVersion,
  STANDARD_VERSIONS,
} from '../../contract/site/legal-texts.ts';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { deleteLegalVersion, insertLegalVersion, readLegalText, readLegalVersions } from './legal-store.ts';

/** The legal texts of the site's document. */
export type LegalTexts = Record<LegalKind, string | null>;

/** The histories of a site whose operator has written no legal text. */
export const NO_HISTORIES: LegalHistories = {
  imprint: history([], ''),
  terms: history([], ''),
  privacy: history([], ''),
};

/** Returns the day of a moment in UTC, as YYYY-MM-DD. */
export const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

/** Returns the versions of all legal texts, without the texts. */
export async function readHistories(db: Queryable, now: Date): Promise<LegalHistories> {
  const rows = await readLegalVersions(db);
  const of = (kind: LegalKind) =>
    history(
      rows
        .filter((row) => row.kind === kind)
        .map((row) => ({ name: row.name, holdsFrom: row.holds_from, isOwn: row.is_own })),
      dayOf(now),
    );
  return { imprint: of('imprint'), terms: of('terms'), privacy: of('privacy') };
}

/** The last version whose day has come is in force. At most one waits for its day, because a change replaces it. */
function history(versions: LegalVersion[], today: string): LegalHistory {
  const begun = versions.filter(({ holdsFrom }) => holdsFrom <= today).reverse();
  const [current = null, ...earlier] = begun;
  return { current, next: versions.find(({ holdsFrom }) => holdsFrom > today) ?? null, earlier };
}

/** Returns the texts that the document of the site shows: those that were saved last, even if they do not hold yet. */
export async function readLegalTexts(db: Queryable, now: Date): Promise<LegalTexts> {
  const histories = await readHistories(db, now);
  const of = async (kind: LegalKind) => {
    const saved = histories[kind].next ?? histories[kind].current;
    return textOfVersion(db, kind, saved);
  };
  return { imprint: await of('imprint'), terms: await of('terms'), privacy: await of('privacy') };
}

/** Returns the text of a version; null if it is not one of the operator. */
export async function textOfVersion(
  db: Queryable,
  kind: LegalKind,
  version: LegalVersion | null,
): Promise<string | null> {
  return version?.isOwn ? readLegalText(db, kind, version.name) : null;
}

/** Returns the name of the version in force: that of the standard text if the operator has no other. */
export function nameInForce(kind: AcceptedKind, { current }: LegalHistory): string {
  return current?.isOwn ? current.name : STANDARD_VERSIONS[kind];
}

/**
 * Adds a version of each text that differs from the saved one, or that `from` gives another day. The version before it
 * holds until then; one that has not begun is replaced. Returns the names of the saved versions of these kinds, before
 * and after. The caller holds the lock of the site.
 */
export async function saveLegalTexts(
  trx: Transaction<DB>,
  texts: LegalTexts,
  { now, from }: { now: Date; from?: string | undefined },
): Promise<Record<'before' | 'after', Partial<Record<LegalKind, string | null>>>> {
  const saved = await readLegalTexts(trx, now);
  const histories = await readHistories(trx, now);
  const changed: Awaited<ReturnType<typeof saveLegalTexts>> = { before: {}, after: {} };
  for (const kind of LEGAL_KINDS) {
    const text = texts[kind];
    const { current, next, earlier } = histories[kind];
    if (text === saved[kind] && (from === undefined || next === null)) continue;
    if (next) await deleteLegalVersion(trx, kind, next.name);
    const holdsFrom = from ?? dayOf(now);
    const inForce = await textOfVersion(trx, kind, current);
    const before = current ? [current, ...earlier] : [];
    const name = text === inForce ? current?.name : freeName(holdsFrom, before);
    if (name !== undefined && text !== inForce) await insertLegalVersion(trx, { kind, name, text, holdsFrom });
    changed.before[kind] = (next ?? current)?.name ?? null;
    changed.after[kind] = name ?? null;
  }
  return changed;
}

/** Returns the day, with a number if other versions of this day have begun. */
function freeName(day: string, versions: LegalVersion[]): string {
  const count = versions.filter(({ holdsFrom }) => holdsFrom === day).length;
  return count === 0 ? day : `${day}.${count + 1}`;
}
