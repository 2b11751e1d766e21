import { isInternational } from '../address.ts';
import type { DeliveryResult, Parcel, Watch } from '../ports.ts';
import type { Peer, PeerError } from './peer.ts';
import type { Pool } from './pool.ts';
import { notNow, verdictOf } from './verdict.ts';

/** Opens a conversation, or says why none can be had now or ever. */
export type Connect = (signal: AbortSignal) => Promise<Peer | DeliveryResult>;

/**
 * Carries a parcel over a warm conversation of the pool or a new one. `final` says whether the peer is the
 * destination's own. Gives up when the signal fires, but never after the final dot went out.
 */
export async function carry(
  pool: Pool,
  key: string,
  connect: Connect,
  parcel: Parcel,
  watch: Watch,
  final: boolean,
): Promise<DeliveryResult> {
  if (!(await pool.enter(key, watch.signal))) return notNow('4.4.5', 'No connection became free in time');
  try {
    const warm = pool.take(key);
    if (warm) {
      const attempt = await hand(warm, parcel, watch);
      if (!attempt.stale) return conclude(pool, key, warm, attempt, final);
      warm.close();
    }
    // A conversation that had gone stale is no word about the message: once more over a new one.
    if (watch.signal.aborted) return notNow('4.4.7', 'No answer in time');
    const fresh = await connectInTime(pool, key, connect, watch.signal);
    if ('kind' in fresh) return fresh;
    return conclude(pool, key, fresh, await hand(fresh, parcel, watch), final);
  } finally {
    pool.leave(key);
  }
}

/** A connection that comes too late for this message is kept for the next one. */
async function connectInTime(pool: Pool, key: string, connect: Connect, signal: AbortSignal) {
  const connecting = connect(signal);
  const aborted = Promise.withResolvers<null>();
  const onAbort = () => aborted.resolve(null);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const first = await Promise.race([connecting, aborted.promise]);
    if (first) return first;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
  connecting.then(
    (late) => 'kind' in late || pool.keep(key, late),
    () => {},
  );
  return notNow('4.4.1', 'No connection in time');
}

interface Attempt {
  words: string | null;
  error: PeerError | null;
  gaveUp: boolean;
  /** Ended before the final dot without a word about the message. */
  stale: boolean;
}

async function hand(peer: Peer, parcel: Parcel, watch: Watch): Promise<Attempt> {
  if ((parcel.utf8 || isInternational(parcel.to)) && !peer.offers('SMTPUTF8')) {
    const error: PeerError = Object.assign(new Error('The server does not offer SMTPUTF8'), {
      command: 'MAIL FROM',
      response: '550 5.6.7 The server does not offer SMTPUTF8',
      responseCode: 550,
    });
    return { words: null, error, gaveUp: false, stale: false };
  }
  let dotted = false;
  const sent = peer.sendParcel(parcel, () => {
    dotted = true;
    watch.onDot();
  });
  const abort = Promise.withResolvers<'abort'>();
  const onAbort = () => {
    if (!dotted) abort.resolve('abort');
  };
  watch.signal.addEventListener('abort', onAbort);
  if (watch.signal.aborted) onAbort();
  try {
    const words = await Promise.race([sent, abort.promise]);
    if (words === 'abort') {
      peer.close();
      sent.catch(() => {});
      return { words: null, error: null, gaveUp: true, stale: false };
    }
    return { words, error: null, gaveUp: false, stale: false };
  } catch (error) {
    const failure = error as PeerError;
    const broken = failure.responseCode === undefined && ['ECONNECTION', 'ESOCKET'].includes(failure.code ?? '');
    return { words: null, error: failure, gaveUp: false, stale: !dotted && (broken || failure.responseCode === 421) };
  } finally {
    watch.signal.removeEventListener('abort', onAbort);
  }
}

async function conclude(
  pool: Pool,
  key: string,
  peer: Peer,
  attempt: Attempt,
  final: boolean,
): Promise<DeliveryResult> {
  if (attempt.words !== null) {
    pool.keep(key, peer);
    return { kind: 'delivered', code: 250, words: attempt.words.replace(/\s+/g, ' ').slice(0, 500), final };
  }
  if (attempt.gaveUp || !attempt.error) return notNow('4.4.7', 'No answer in time');
  if (attempt.error.code === 'ESTREAM' || !peer.open) {
    // Our own bytes ended early: the server still waits for the rest and must never get a final dot.
    peer.close();
  } else {
    // The refused transaction must be cleared before the next one; nobody waits for that.
    peer.clear().then(
      () => pool.keep(key, peer),
      () => peer.close(),
    );
  }
  return verdictOf(attempt.error);
}
