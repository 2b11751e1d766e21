import { HANDLE_MAX_LENGTH, isHandle } from '../../../contract/handles/handle-rules.ts';
import { impersonatesService } from '../look-alikes.ts';
import { isReserved } from '../reserved-handles.ts';

/** A handle that could be suggested, and other spellings that people would confuse with it. */
export interface Candidate {
  handle: string;
  lookAlikes: string[];
}

/**
 * Words to put before or after a name, best first. Words that sound official (`real`, `team`, `help`) are left out,
 * because the name belongs to someone else.
 */
const ADDITIONS: { before?: string; after?: string }[] = [
  { after: 'hq' },
  { before: 'hello' },
  { after: 'universe' },
  { before: 'meet' },
  { after: 'links' },
  { before: 'hey' },
  { after: 'everywhere' },
  { before: 'its' },
  { after: 'daily' },
  { before: 'thisis' },
  { after: 'and-friends' },
  { before: 'forever' },
];

/**
 * Returns handles similar to one that cannot be claimed, always the same ones, at most one for each of `ADDITIONS`.
 * None is reserved, and each has one more word than the wanted one.
 */
export function suggestionCandidates(wanted: string): Candidate[] {
  // A role with any other word is taken as personal, but should not be suggested: `security-hq`.
  if (!isHandle(wanted) || impersonatesService(wanted)) return [];
  const separator = wanted.includes('.') && !wanted.includes('-') ? '.' : '-';
  return ADDITIONS.flatMap(({ before = '', after = '' }) => {
    const stem = shortened(wanted, HANDLE_MAX_LENGTH - before.length - after.length - 1);
    const [first, last] = before ? [before, stem] : [stem, after];
    const [handle = '', ...lookAlikes] = [separator, '', separator === '-' ? '.' : '-'].map(
      (joint) => `${first}${joint}${last}`,
    );
    return isHandle(handle) && !isReserved(handle) ? [{ handle, lookAlikes }] : [];
  });
}

/** Returns a name cut to a length, between two words if it has several. */
function shortened(name: string, length: number): string {
  if (name.length <= length) return name;
  const gap = Math.max(name.lastIndexOf('-', length), name.lastIndexOf('.', length));
  return name.slice(0, gap > 0 ? gap : length);
}
