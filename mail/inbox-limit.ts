import type { SharedCounters } from './host/shared-counters.ts';

const HOUR = 3600;

/** Counts a message for an inbox; returns false if that exceeds `max` in the current hour. */
export function takeInbox(counters: SharedCounters, address: string, max: number): boolean {
  return counters.take(`inbox ${address.toLowerCase()}`, max, HOUR);
}
