import type { Entry } from './ledger.ts';
import type { Sink } from './sink.ts';

/** What became of the messages of a round. Copies are counted, one for each recipient. */
export interface Judgement {
  sent: number;
  accepted: number;
  delivered: number;
  queued: number;
  returned: number;
  lost: number;
  /** Copies beyond the first of each. */
  duplicates: number;
  /** How many the faults that struck allow. */
  bound: number;
  /** What an invariant forbids, in words. */
  broken: string[];
}

/** Holds what senders heard against what arrived (invariants I1 to I4). `queued` says whether a copy still waits. */
export function judge(
  entries: Iterable<Entry>,
  sink: Sink,
  queued: (entry: Entry, destination: string) => boolean,
): Judgement {
  const found: Judgement = {
    sent: 0,
    accepted: 0,
    delivered: 0,
    queued: 0,
    returned: 0,
    lost: 0,
    duplicates: 0,
    bound: 0,
    broken: [],
  };
  for (const entry of entries) {
    const said = `message ${entry.id} (${entry.replies.join(', ') || 'never sent'})`;
    const isAccepted = entry.replies.some((reply) => reply === 250);
    const silences = entry.replies.filter((reply) => reply === 'none').length;
    for (const { to, destination } of entry.copies) {
      const copies = sink.arrived(entry.id, destination);
      const hits = sink.hitsOf(entry.id, destination);
      const isReturned = sink.returned.get(entry.id)?.has(to) ?? false;
      const isQueued = queued(entry, destination);
      found.sent++;
      if (isAccepted) found.accepted++;
      if (copies.length > 0) found.delivered++;
      if (isQueued) found.queued++;
      if (isReturned) found.returned++;
      if (isAccepted && copies.length === 0 && !isReturned && !isQueued) {
        found.lost++;
        found.broken.push(`I1: ${said} to ${to} heard 250 and is nowhere`);
      }
      found.duplicates += Math.max(0, copies.length - 1);
      const allowed = (isAccepted ? 1 : 0) + silences + hits;
      found.bound += Math.max(0, allowed - 1);
      if (copies.length > allowed) {
        const rule = isAccepted || silences > 0 ? 'I3' : 'I2';
        found.broken.push(`${rule}: ${said} to ${to} arrived ${copies.length} times, ${allowed} at most were due`);
      }
      for (const copy of copies) {
        if (copy.hash !== entry.hash) found.broken.push(`I1: ${said} arrived at ${destination} with other bytes`);
        if (!copy.from.includes(`=f${entry.id}@`)) found.broken.push(`I1: ${said} arrived from <${copy.from}>`);
      }
    }
    const due = new Set(entry.copies.map(({ destination }) => destination));
    for (const { to } of sink.copies.get(entry.id) ?? []) {
      if (!due.has(to)) found.broken.push(`I4: ${said} arrived at ${to}, who was not to get it`);
    }
  }
  for (const words of sink.strange.splice(0)) found.broken.push(`I4: mail that nobody sent arrived ${words}`);
  return found;
}
