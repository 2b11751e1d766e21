import { ApiError } from './error.ts';

/** Something that the server gives a version. */
export interface Versioned {
  version: string;
}

/** Both changed the same: what is stored now, null for nothing any more, is not what the edit began with. */
export class VersionConflict<T extends Versioned> extends Error {
  override readonly name = 'VersionConflict';
  readonly current: T | null;

  constructor(current: T | null) {
    super('Somebody else changed the same');
    this.current = current;
  }
}

/** What is stored now, where a write was refused because it was about an earlier version; undefined for another failure. */
function presentState<T extends Versioned>(error: unknown): T | null | undefined {
  if (!(error instanceof ApiError) || error.status !== 412) return undefined;
  return error.current as T | null | undefined;
}

/** Two in a row may come in between; more are no coincidence. */
const ATTEMPTS = 3;

/**
 * Sends an edit with the version that it began with. Where something else has changed meanwhile, it is sent again on top
 * of what is stored now; where `overlaps` finds that both changed the same, throws VersionConflict.
 */
export async function saveVersioned<T extends Versioned, Saved>(
  base: T,
  send: (onTopOf: T) => Promise<Saved>,
  overlaps: (current: T) => boolean,
): Promise<Saved> {
  let onTopOf = base;
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(onTopOf);
    } catch (error) {
      const current = presentState<T>(error);
      if (current === undefined || attempt === ATTEMPTS) throw error;
      if (current === null || overlaps(current)) throw new VersionConflict(current);
      onTopOf = current;
    }
  }
}

/** The fields of an edit that somebody else has changed meanwhile, to something else than is wanted. */
export function overlapping<Field extends string>(
  fields: readonly Field[],
  { base, current, wanted }: Record<'base' | 'current' | 'wanted', Partial<Record<Field, unknown>>>,
): Field[] {
  return fields.filter((field) => !same(base[field], current[field]) && !same(current[field], wanted[field]));
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
