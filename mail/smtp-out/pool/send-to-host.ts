import type { DeliveryControl } from '../../host/transport.ts';
import type { DeliveryResult } from '../../message/delivery-result.ts';
import type { OutgoingMessage } from '../../message/outgoing-message.ts';
import { isThrottled } from '../client/classify-reply.ts';
import { notNow, verdictOf } from '../client/delivery-result.ts';
import type { SmtpClient } from '../client/smtp-client.ts';
import { SmtpFailure } from '../client/smtp-failure.ts';
import { withTimeout } from '../with-timeout.ts';
import type { HostLimiter, RejectReason } from './host-limiter.ts';
import { end, type Pool } from './pool.ts';

/** One host under one demand. */
export interface Endpoint {
  /** Tells it from every other: name, address, demand. */
  key: string;
  /** Its name, for results. */
  host: string;
  /** Whether what it takes is delivered, and not only handed on. */
  final: boolean;
  /** Opens a conversation. Rejects with a SmtpFailure. */
  open(signal: AbortSignal): Promise<SmtpClient>;
}

export interface HostResult {
  result: DeliveryResult;
  /** The message was not at issue, and the final dot not out: another host of the destination may do better. */
  elsewhere: boolean;
}

/**
 * Carries a parcel to a host over a warm conversation or a new one. Gives up when the signal fires, but never after the
 * final dot went out.
 */
export async function sendToHost(
  pool: Pool,
  site: Endpoint,
  parcel: OutgoingMessage,
  watch: DeliveryControl,
): Promise<HostResult> {
  const lane = pool.lane(site.key);
  const turned = await lane.enter(watch.signal);
  if (turned) return { result: turnedAway(turned, site.host), elsewhere: turned === 'resting' };
  let peer: SmtpClient | null = null;
  let opening: Promise<unknown> | null = null;
  let lent = false;
  const silence = setInterval(() => {
    if (peer && performance.now() - peer.movedAt < pool.silence) return;
    lane.failed();
    // Behind the final dot it may last for minutes: hosts that hang must not keep everybody from leaving.
    lent ||= lane.lend();
  }, pool.silence);
  silence.unref();
  try {
    const warm = pool.take(lane);
    if (warm) {
      peer = warm;
      const attempt = await hand(warm, parcel, watch);
      if (!isStale(attempt)) return conclude(pool, lane, site, warm, attempt);
      // A conversation that had gone stale is no word about the message: once more over a new one.
      warm.close();
      peer = null;
    }
    if (watch.signal.aborted) {
      lane.circuit.abandoned();
      return { result: notNow('4.4.7', `${site.host}: No answer in time`, site.host), elsewhere: false };
    }
    const fresh = site.open(pool.closing);
    peer = await withTimeout(fresh, watch.signal);
    if (peer === null) {
      lane.failed();
      opening = keepLate(pool, lane, fresh);
      return { result: notNow('4.4.1', `${site.host}: No connection in time`, site.host), elsewhere: false };
    }
    return conclude(pool, lane, site, peer, await hand(peer, parcel, watch));
  } catch (error) {
    return unopened(lane, site, error as Error);
  } finally {
    clearInterval(silence);
    // Whoever opened it has left; the place is free when it is known what became of it.
    if (opening) void opening.finally(() => lane.leave(lent));
    else lane.leave(lent);
  }
}

const WHY: Record<RejectReason, (host: string) => string> = {
  resting: (host) => `${host} has not answered several times and is left alone`,
  slow: (host) => `${host} has asked us to slow down`,
  late: (host) => `No connection to ${host} became free in time`,
};

function turnedAway(turned: RejectReason, host: string): DeliveryResult {
  return { ...notNow(turned === 'resting' ? '4.4.1' : '4.4.5', WHY[turned](host), host), untried: true };
}

/** A connection that comes too late for its message is kept for the next one. */
async function keepLate(pool: Pool, lane: HostLimiter, opening: Promise<SmtpClient>): Promise<void> {
  try {
    const late = await opening;
    lane.circuit.answered();
    pool.keep(lane, late);
  } catch {
    lane.failed();
  }
}

function unopened(lane: HostLimiter, site: Endpoint, error: Error): HostResult {
  const failure = error instanceof SmtpFailure ? error : new SmtpFailure('own', error.message);
  learn(lane, failure);
  return { result: verdictOf(failure, site.host), elsewhere: true };
}

/** What a failure says about the host, whatever it says about the message. */
function learn(lane: HostLimiter, { step, reply }: SmtpFailure): void {
  if (step === 'own') lane.circuit.abandoned();
  else if (reply || step === 'tls') lane.circuit.answered();
  else lane.failed();
  if (reply && isThrottled(reply)) lane.slow();
}

/** A conversation that the server has ended meanwhile; not one where it asks us to slow down. */
function isStale({ broken, failure }: Attempt): boolean {
  return broken && !(failure?.reply && isThrottled(failure.reply));
}

interface Attempt {
  words: string | null;
  code: number;
  failure: SmtpFailure | null;
  dotted: boolean;
  /** The signal fired before the final dot. */
  gaveUp: boolean;
  /** Ended before the final dot without a word about the message. */
  broken: boolean;
}

async function hand(peer: SmtpClient, parcel: OutgoingMessage, { signal, onDot }: DeliveryControl): Promise<Attempt> {
  let dotted = false;
  const sent = peer.send(parcel, () => {
    dotted = true;
    onDot();
  });
  const onAbort = () => {
    if (!dotted) peer.close();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    const { words, code } = await sent;
    return { words, code, failure: null, dotted, gaveUp: false, broken: false };
  } catch (error) {
    const failure = error instanceof SmtpFailure ? error : new SmtpFailure('own', (error as Error).message);
    const broken = failure.step !== 'own' && (failure.reply === null || failure.reply.code === 421);
    const gaveUp = signal.aborted && !dotted;
    return { words: null, code: 0, failure, dotted, gaveUp, broken: !dotted && broken && !gaveUp };
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function conclude(pool: Pool, lane: HostLimiter, site: Endpoint, peer: SmtpClient, attempt: Attempt): HostResult {
  const { failure, words, code, gaveUp, broken } = attempt;
  const { host, final } = site;
  if (failure === null) {
    lane.circuit.answered();
    lane.pace.went();
    pool.keep(lane, peer);
    return { result: { kind: 'delivered', code, text: words ?? '', final, host }, elsewhere: false };
  }
  learn(lane, failure);
  const { reply } = failure;
  if (!reply || reply.code === 421) peer.close();
  // Who says "not now" may mean this conversation: postscreen, once it has tried a stranger, takes mail in the next one.
  else if (reply.code < 500) end(peer);
  else pool.keep(lane, peer);
  if (gaveUp) return { result: notNow('4.4.7', `${host}: No answer in time`, host), elsewhere: false };
  return { result: verdictOf(failure, host), elsewhere: broken };
}
