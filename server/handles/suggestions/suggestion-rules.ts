import type { Site } from '../../../contract/documents.ts';
import type { HandleSuggestion } from '../../../contract/handles/availability.ts';
import { planForHandle } from '../../../contract/payments/plans.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { isOffered } from '../offer-rules.ts';
import { isReservedHere, type Names } from '../shared/site-names.ts';
import { suggestionCandidates } from './candidates.ts';
import { unavailableAmong } from './suggestions-store.ts';

/** The number of handles that are suggested. */
const SUGGESTIONS = 3;

/**
 * Returns up to `SUGGESTIONS` available handles similar to one that cannot be claimed, including one of the Free plan
 * if possible. Makes one query and holds nothing.
 */
export async function suggestionsFor(
  db: Queryable,
  { site, names }: { site: Site; names: Names },
  typed: string,
  now: Date,
): Promise<HandleSuggestion[]> {
  const candidates = suggestionCandidates(typed.toLowerCase()).filter(
    ({ handle }) => isOffered(site, names, handle) && !isReservedHere(names, handle),
  );
  if (candidates.length === 0) return [];
  const spellings = candidates.flatMap(({ handle, lookAlikes }) => [handle, ...lookAlikes]);
  const unavailable = await unavailableAmong(db, spellings, now);
  const suggestions = candidates
    .filter(({ handle, lookAlikes }) => ![handle, ...lookAlikes].some((name) => unavailable.has(name)))
    .map(({ handle }) => ({ handle, plan: planForHandle(handle) }));
  const first = suggestions.slice(0, SUGGESTIONS);
  const free = suggestions.find(({ plan }) => plan === 'Free');
  return !free || first.includes(free) ? first : [...first.slice(0, SUGGESTIONS - 1), free];
}
