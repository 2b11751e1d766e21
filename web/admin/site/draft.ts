import { type SiteDocument, siteDocument, type VersionedSite } from '../../../contract/site/site-document.ts';
import type { Section } from '../../../contract/site/site-identity.ts';
import { valueAt, withValueAt } from '../../../contract/site/site-values.ts';
import { overlapping } from '../../api/versioned-save.ts';

/** The errors of a document by the name of the value, such as `footer.0.url`. */
export type SiteErrors = Record<string, string>;

/** Returns the document of a draft: texts without spaces around them, and without empty texts that are optional. */
export function toDocument(draft: SiteDocument): SiteDocument {
  const { landing, claims, names, ...rest } = trimmed(draft) as SiteDocument;
  const { domains, ...claimRule } = claims;
  const listed = entries(domains);
  const document = {
    ...rest,
    line: rest.line || null,
    landing: Object.fromEntries(Object.entries(landing).map(([name, section]) => [name, withoutBlanks(section)])),
    claims: { ...claimRule, ...(listed.length > 0 && { domains: listed }) },
    names: { ...names, reserved: entries(names.reserved) },
    imprint: rest.imprint || null,
    terms: rest.terms || null,
    privacy: rest.privacy || null,
    contact: rest.contact || null,
  } as SiteDocument;
  // The schema puts the names in order, so that equal documents have equal texts.
  return siteDocument.safeParse(document).data ?? document;
}

/** Returns the errors of a document; empty if it is valid. */
export function errorsOf(document: SiteDocument): SiteErrors {
  const issues = siteDocument.safeParse(document).error?.issues ?? [];
  return firstErrors(issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}

/** Returns the first message for each value. */
export function firstErrors(errors: readonly { path: string; message: string }[]): SiteErrors {
  return Object.fromEntries(errors.toReversed().map(({ path, message }) => [path, message]));
}

/** Returns the errors without those of a value and its parts. */
export function withoutErrorsAt(errors: SiteErrors, name: string): SiteErrors {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => path !== name && !path.startsWith(`${name}.`)));
}

/** An edit: the document that it began with, and the document that it wants. */
export interface SiteEdit {
  base: VersionedSite;
  wanted: SiteDocument;
  /** The day from which changed legal texts hold; empty for today. */
  from: string;
}

/** Values whose parts are edited independently of one another. */
const DIVIDED = ['landing', 'names'];

function partsOf(...documents: SiteDocument[]): string[] {
  const names = documents.flatMap(({ ...document }) =>
    Object.keys(document).flatMap((name) =>
      DIVIDED.includes(name) ? Object.keys(valueAt(document, name) as object).map((part) => `${name}.${part}`) : [name],
    ),
  );
  return [...new Set(names)];
}

const byPart = (document: SiteDocument, parts: readonly string[]) =>
  Object.fromEntries(parts.map((part) => [part, valueAt(document, part)]));

/** Returns the names of the parts that an edit changes. */
export function changedParts({ base, wanted }: Pick<SiteEdit, 'base' | 'wanted'>): string[] {
  // Stored texts may have spaces around them.
  const { version: _version, ...stored } = base;
  const before = toDocument(stored);
  return partsOf(before, wanted).filter(
    (part) => JSON.stringify(valueAt(before, part)) !== JSON.stringify(valueAt(wanted, part)),
  );
}

/** Returns the names of the parts that an edit changes, and that have since been changed elsewhere to another value. */
export function overlappingParts(edit: SiteEdit, current: VersionedSite): string[] {
  const parts = changedParts(edit);
  const [base, now, wanted] = [edit.base, current, edit.wanted].map((document) => byPart(document, parts));
  return overlapping(parts, { base: base ?? {}, current: now ?? {}, wanted: wanted ?? {} });
}

/** Returns the stored document with an edit applied, except for the parts in `theirs`. */
export function mergedSite(edit: SiteEdit, current: VersionedSite, theirs: readonly string[] = []): SiteDocument {
  const { version: _version, ...stored } = current;
  return changedParts(edit)
    .filter((part) => !theirs.includes(part))
    .reduce<SiteDocument>(
      (document, part) => withValueAt(document, part, valueAt(edit.wanted, part)) as SiteDocument,
      stored,
    );
}

/** Returns a stored document whose names are in order. */
export function inOrder({ version, ...document }: VersionedSite): VersionedSite {
  return { ...(siteDocument.safeParse(document).data ?? document), version };
}

function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(trimmed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, trimmed(inner)]));
}

/** Returns the entries of a list that is typed as lines. */
const entries = (lines: readonly string[] = []) =>
  lines.filter((line) => line !== '').map((line) => line.toLowerCase());

/** Returns a section without empty texts; true if it has no texts of its own. */
function withoutBlanks(section: Section): Section {
  if (typeof section === 'boolean') return section;
  const texts = Object.entries(section).filter(([, text]) => text !== undefined && text.length > 0);
  return texts.length === 0 ? true : Object.fromEntries(texts);
}
