import type { Sink } from '../load/sink.ts';
import { type Entry, isVerified, type Reply } from './ledger.ts';

/** The outcomes of the messages of a round, counted in copies, one for each recipient. */
export interface CheckResult {
  sent: number;
  accepted: number;
  delivered: number;
  queued: number;
  returned: number;
  /** Rejected by the destination after our 250, without a notice, because the sender was not verified. */
  dropped: number;
  lost: number;
  /** The number of copies that arrived beyond the first. */
  duplicates: number;
  /** The number of duplicates that the faults of the round allow. */
  bound: number;
  /** Each broken invariant, with the message that shows it. */
  broken: string[];
  /**
   * Copies that arrived although their sender got 4xx: one destination of an unverified message accepted its copy during the
   * session, and the other copies could not be stored. Allowed only as often as storing failed.
   */
  partial: string[];
}

type Copy = Entry['copies'][number];

/**
 * Compares the replies to senders with the copies that arrived (I1 to I4, I11, I12). `queued` returns whether a copy is
 * still queued.
 */
export function checkInvariants(
  entries: Iterable<Entry>,
  sink: Sink,
  queued: (entry: Entry, destination: string) => boolean,
): CheckResult {
  const found: CheckResult = {
    sent: 0,
    accepted: 0,
    delivered: 0,
    queued: 0,
    returned: 0,
    dropped: 0,
    lost: 0,
    duplicates: 0,
    bound: 0,
    broken: [],
    partial: [],
  };
  for (const entry of entries) {
    for (const copy of entry.copies) checkCopy(found, entry, copy, sink, queued(entry, copy.destination));
    const due = new Set(entry.copies.flatMap(({ destination, backup }) => [destination, backup]));
    for (const { to } of sink.copies.get(entry.id) ?? []) {
      if (!due.has(to)) found.broken.push(`I4: ${named(entry)} arrived at ${to}, which is not one of its recipients`);
    }
    const code = entry.replies.find((reply) => typeof reply === 'number' && reply >= 500);
    if (code !== undefined && !entry.copies.some(({ destination }) => sink.rejecting.has(destination))) {
      found.broken.push(`I11: ${named(entry)} was rejected with ${code}, although no destination rejected it`);
    }
  }
  for (const text of sink.unclassified.splice(0)) found.broken.push(`I4: mail arrived that was not sent: ${text}`);
  return found;
}

function checkCopy(found: CheckResult, entry: Entry, copy: Copy, sink: Sink, isQueued: boolean): void {
  const { to, destination, backup } = copy;
  const { id, replies } = entry;
  const places = backup ? [destination, backup] : [destination];
  const copies = places.flatMap((place) => sink.arrived(id, place));
  const hits = sum(places.map((place) => sink.hitsOf(id, place)));
  const notices = sink.returned.get(id)?.get(to) ?? 0;
  const bounces = (entry.bounces ?? []).filter((bounce) => bounce.to === to).flatMap((bounce) => bounce.replies);
  const isAccepted = replies.includes(250);
  const isRejecting = sink.rejecting.has(destination);
  const label = `${named(entry)} to ${to}`;
  const others = entry.copies.filter((other) => other.to === to && other.destination !== destination);
  const isServed = others.some((other) => sink.arrived(id, other.destination).length > 0);

  found.sent++;
  if (isAccepted) found.accepted++;
  if (copies.length > 0) found.delivered++;
  if (isQueued) found.queued++;
  if (notices > 0) found.returned++;
  if (isAccepted && copies.length === 0 && notices === 0 && !isQueued) {
    // An unverified sender gets no notice if the destination rejects the copy after our 250, and nobody does if another inbox
    // of the recipient got the message.
    if (isRejecting && (!isVerified(entry) || isServed)) found.dropped++;
    else {
      found.lost++;
      found.broken.push(`I1: ${label} was accepted and is lost`);
    }
  }
  if (bounces.includes(250) && notices === 0) {
    found.lost++;
    found.broken.push(`I1: the bounce of ${label} was accepted, but its sender got no notice`);
  }

  found.duplicates += Math.max(0, copies.length - 1);
  const allowed = attempts(replies) + hits;
  found.bound += Math.max(0, allowed - 1);
  const isPartial = copies.length === 1 && !isVerified(entry) && entry.copies.length > 1 && replies.length > 0;
  if (isPartial && allowed === 0 && replies.every((reply) => reply === 451)) found.partial.push(label);
  else if (copies.length > allowed) {
    const rule = attempts(replies) > 0 ? 'I3' : 'I2';
    found.broken.push(`${rule}: ${label} arrived ${copies.length} times; at most ${allowed} are allowed`);
  }
  // If a process is killed after a notice has arrived and before the queue records this, the notice may be sent twice.
  // The inboxes of a recipient share one notice.
  const maxNotices = allowed + attempts(bounces) + sink.hitsOf(id, entry.sender);
  if (notices > maxNotices) {
    found.broken.push(`I3: ${notices} notices arrived about ${label}; at most ${maxNotices} are allowed`);
  }
  for (const arrived of copies) {
    if (arrived.hash !== entry.hash) found.broken.push(`I1: ${label} arrived with changed bytes`);
    const isOurs = entry.isSubmitted
      ? /^(?:sent|srs0|srst)=/.test(arrived.from)
      : entry.sender === ''
        ? arrived.from === ''
        : arrived.from.includes(`=f${id}@`);
    if (!isOurs) found.broken.push(`I1: ${label} arrived with the wrong sender <${arrived.from}>`);
  }

  if (notices === 0 || bounces.some((reply) => reply === 250 || reply === 'none')) return;
  if (!isVerified(entry)) found.broken.push(`I12: a notice about ${label} went to an unverified sender`);
  if (!isRejecting) found.broken.push(`I11: ${label} was returned, although its destination had not rejected it`);
  if (isServed) found.broken.push(`I11: ${label} was returned, although another inbox of the recipient got it`);
  // A destination that accepted the message and replied otherwise may reject the second copy.
  if (copies.length > 0 && hits === 0) found.broken.push(`I11: ${label} was both delivered and returned`);
}

/** Returns the maximum number of arrivals: one if the message was accepted, and one for each attempt without a reply. */
function attempts(replies: Reply[]): number {
  return (replies.includes(250) ? 1 : 0) + replies.filter((reply) => reply === 'none').length;
}

function named({ id, sender, replies }: Entry): string {
  return `message ${id} from <${sender}> (${replies.join(', ') || 'never sent'})`;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
