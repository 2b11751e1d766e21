/** Minutes until the next attempt after the first, second and each further failure. The first four pass greylisting. */
const MINUTES = [1, 6, 16, 30, 60, 120];
const LATER_MINUTES = 240;

/**
 * Returns the seconds until the next attempt after `attempts` failed attempts. `chance` (0 to 1) adds up to a tenth to
 * spread out copies that failed together.
 */
export function retryAfter(attempts: number, chance: number): number {
  const minutes = MINUTES[Math.max(attempts, 1) - 1] ?? LATER_MINUTES;
  return Math.round(minutes * 60 * (1 + chance / 10));
}

/**
 * Returns the seconds until the next attempt of a copy whose host was not contacted: a quarter of its age, between 1
 * and 30 minutes.
 */
export function retryUntried(age: number, chance: number): number {
  return Math.round(Math.min(1800, Math.max(60, age / 4)) * (1 + chance / 10));
}
