/** Counters shared by all processes, exact to about a second and 0.5 % of the limit. */
export interface SharedCounters {
  /** Increments `key`; returns false if that exceeds `max` in the current window of `seconds`. */
  take(key: string, max: number, seconds: number): boolean;
}
