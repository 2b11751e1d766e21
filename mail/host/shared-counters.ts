/** Counters that all processes of the host share, exact to about a second and a two-hundredth of the limit. */
export interface SharedCounters {
  /** Counts one under `key`; false when that is more than `most` within the present span of so many seconds. */
  take(key: string, most: number, seconds: number): boolean;
}
