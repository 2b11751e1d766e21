import { ApiError } from './error.ts';

export interface Versioned {
  version: string;
}

/** The edit and another one changed the same field. `current` is the stored state, or null if it was deleted. */
export class VersionConflict<T extends Versioned> extends Error {
  override readonly name = 'VersionConflict';
  readonly current: T | null;

  constructor(current: T | null) {
    super('Another edit changed the same field');
    this.current = current;
  }
}

/** Returns the stored state from a version conflict (412), null if it was deleted, undefined for any other error. */
function conflictingState<T extends Versioned>(error: unknown): T | null | undefined {
  if (!(error instanceof ApiError) || error.status !== 412) return undefined;
  return error.current as T | null | undefined;
}

/** Two edits by others may come in between; the third conflict is reported. */
const MAX_ATTEMPTS = 3;

/**
 * Sends an edit with the version that it is based on. If other fields have changed since, sends it again based on the
 * stored state; throws VersionConflict if `overlaps` finds that both changed the same field.
 */
export async function saveVersioned<T extends Versioned, Saved>(
  base: T,
  send: (basedOn: T) => Promise<Saved>,
  overlaps: (current: T) => boolean,
): Promise<Saved> {
  let basedOn = base;
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(basedOn);
    } catch (error) {
      const current = conflictingState<T>(error);
      if (current === undefined || attempt === MAX_ATTEMPTS) throw error;
      if (current === null || overlaps(current)) throw new VersionConflict(current);
      basedOn = current;
    }
  }
}

/** Returns the edited fields that have since been changed elsewhere to a different value. */
export function overlapping<Field extends string>(
  fields: readonly Field[],
  { base, current, wanted }: Record<'base' | 'current' | 'wanted', Partial<Record<Field, unknown>>>,
): Field[] {
  return fields.filter((field) => !same(base[field], current[field]) && !same(current[field], wanted[field]));
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
