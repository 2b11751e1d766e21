import { planForHandle } from '../../contract/plans.ts';

const ENDINGS = ['.universe', '.my-universe'];

/** A handle that begins like the given one and is long enough to be free. */
export function longerHandle(handle: string): string {
  return ENDINGS.map((ending) => handle + ending).find((longer) => planForHandle(longer) === 'Free') ?? '';
}
