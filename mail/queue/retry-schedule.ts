/** Minutes until the next attempt after the first, second and following failed ones. The first four pass greylisting. */
const MINUTES = [1, 6, 16, 30, 60, 120];
const LATER_MINUTES = 240;

/**
 * Seconds until the next attempt after `attempts` failed ones. `chance` (0 to 1) adds up to a tenth, so that copies that failed
 * together spread out.
 */
export function retryAfter(attempts: number, chance: number): number {
  const minutes = MINUTES[Math.max(attempts, 1) - 1] ?? LATER_MINUTES;
  return Math.round(minutes * 60 * (1 + chance / 10));
}

/** Seconds until the next attempt of a copy whose host was not contacted: a quarter of its age, 1 to 30 minutes. */
export function retryUntried(age: number, chance: number): number {
  return Math.round(Math.min(1800, Math.max(60, age / 4)) * (1 + chance / 10));
}
