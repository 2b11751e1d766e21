import type { DeliveryResult, OutgoingMessage, Watch } from '../../host.ts';
import { isThrottled } from '../client/classify-reply.ts';
import { deferredResult, toDeliveryResult } from '../client/delivery-result.ts';
import type { SmtpClient } from '../client/smtp-client.ts';
import { SmtpFailure } from '../client/smtp-failure.ts';
import { withTimeout } from '../with-timeout.ts';
import type { HostLimiter, RejectReason } from './host-limiter.ts';
import { quitOrClose, type Pool } from './pool.ts';

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
  tryNextHost: boolean;
}

/**
 * Carries a parcel to a host over a warm conversation or a new one. Gives up when the signal fires, but never after the
 * final dot went out.
 */
export async function sendToHost(
  pool: Pool,
  site: Endpoint,
  parcel: OutgoingMessage,
  watch: Watch,
): Promise<HostResult> {
  const lane = pool.limiterFor(site.key);
  const turned = await lane.acquire(watch.signal);
  if (turned) return { result: rejectedResult(turned, site.host), tryNextHost: turned === 'resting' };
  let peer: SmtpClient | null = null;
  let opening: Promise<unknown> | null = null;
  let lent = false;
  const silence = setInterval(() => {
    if (peer && performance.now() - peer.lastActivity < pool.silenceMs) return;
    lane.failed();
    // Behind the final dot it may last for minutes: hosts that hang must not keep everybody from leaving.
    lent ||= lane.lend();
  }, pool.silenceMs);
  silence.unref();
  try {
    const warm = pool.takeIdle(lane);
    if (warm) {
      peer = warm;
      const attempt = await sendOver(warm, parcel, watch);
      if (!isStale(attempt)) return finishAttempt(pool, lane, site, warm, attempt);
      // A conversation that had gone stale is no word about the message: once more over a new one.
      warm.close();
      peer = null;
    }
    if (watch.signal.aborted) {
      lane.circuit.abandoned();
      return { result: deferredResult('4.4.7', `${site.host}: No answer in time`, site.host), tryNextHost: false };
    }
    const fresh = site.open(pool.closing);
    peer = await withTimeout(fresh, watch.signal);
    if (peer === null) {
      lane.failed();
      opening = releaseLate(pool, lane, fresh);
      return { result: deferredResult('4.4.1', `${site.host}: No connection in time`, site.host), tryNextHost: false };
    }
    return finishAttempt(pool, lane, site, peer, await sendOver(peer, parcel, watch));
  } catch (error) {
    return connectFailed(lane, site, error as Error);
  } finally {
    clearInterval(silence);
    // Whoever opened it has left; the place is free when it is known what became of it.
    if (opening) void opening.finally(() => lane.release(lent));
    else lane.release(lent);
  }
}

const REJECT_TEXT: Record<RejectReason, (host: string) => string> = {
  resting: (host) => `${host} has not answered several times and is left alone`,
  slow: (host) => `${host} has asked us to slow down`,
  late: (host) => `No connection to ${host} became free in time`,
};

function rejectedResult(turned: RejectReason, host: string): DeliveryResult {
  return { ...deferredResult(turned === 'resting' ? '4.4.1' : '4.4.5', REJECT_TEXT[turned](host), host), untried: true };
}

/** A connection that comes too late for its message is kept for the next one. */
async function releaseLate(pool: Pool, lane: HostLimiter, opening: Promise<SmtpClient>): Promise<void> {
  try {
    const late = await opening;
    lane.circuit.succeeded();
    pool.release(lane, late);
  } catch {
    lane.failed();
  }
}

function connectFailed(lane: HostLimiter, site: Endpoint, error: Error): HostResult {
  const failure = error instanceof SmtpFailure ? error : new SmtpFailure('own', error.message);
  recordFailure(lane, failure);
  return { result: toDeliveryResult(failure, site.host), tryNextHost: true };
}

/** What a failure says about the host, whatever it says about the message. */
function recordFailure(lane: HostLimiter, { step, reply }: SmtpFailure): void {
  if (step === 'own') lane.circuit.abandoned();
  else if (reply || step === 'tls') lane.circuit.succeeded();
  else lane.failed();
  if (reply && isThrottled(reply)) lane.throttled();
}

/** A conversation that the server has ended meanwhile; not one where it asks us to slow down. */
function isStale({ broken, failure }: Attempt): boolean {
  return broken && !(failure?.reply && isThrottled(failure.reply));
}

interface Attempt {
  text: string | null;
  code: number;
  failure: SmtpFailure | null;
  dotSent: boolean;
  /** The signal fired before the final dot. */
  gaveUp: boolean;
  /** Ended before the final dot without a word about the message. */
  broken: boolean;
}

async function sendOver(peer: SmtpClient, parcel: OutgoingMessage, { signal, onDot }: Watch): Promise<Attempt> {
  let dotSent = false;
  const sent = peer.send(parcel, () => {
    dotSent = true;
    onDot();
  });
  const onAbort = () => {
    if (!dotSent) peer.close();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    const { text: words, code } = await sent;
    return { text: words, code, failure: null, dotSent: dotSent, gaveUp: false, broken: false };
  } catch (error) {
    const failure = error instanceof SmtpFailure ? error : new SmtpFailure('own', (error as Error).message);
    const broken = failure.step !== 'own' && (failure.reply === null || failure.reply.code === 421);
    const gaveUp = signal.aborted && !dotSent;
    return { text: null, code: 0, failure, dotSent: dotSent, gaveUp, broken: !dotSent && broken && !gaveUp };
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function finishAttempt(pool: Pool, lane: HostLimiter, site: Endpoint, peer: SmtpClient, attempt: Attempt): HostResult {
  const { failure, text: words, code, gaveUp, broken } = attempt;
  const { host, final } = site;
  if (failure === null) {
    lane.circuit.succeeded();
    lane.limit.succeeded();
    pool.release(lane, peer);
    return { result: { kind: 'delivered', code, words: words ?? '', final, host }, tryNextHost: false };
  }
  recordFailure(lane, failure);
  const { reply } = failure;
  if (!reply || reply.code === 421) peer.close();
  // Who says "not now" may mean this conversation: postscreen, once it has tried a stranger, takes mail in the next one.
  else if (reply.code < 500) quitOrClose(peer);
  else pool.release(lane, peer);
  if (gaveUp) return { result: deferredResult('4.4.7', `${host}: No answer in time`, host), tryNextHost: false };
  return { result: toDeliveryResult(failure, host), tryNextHost: broken };
}
