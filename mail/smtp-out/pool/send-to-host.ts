import type { DeliveryControl } from '../../host/transport.ts';
import type { DeliveryResult } from '../../message/delivery-result.ts';
import type { OutgoingMessage } from '../../message/outgoing-message.ts';
import { withTimeout } from '../../message/time.ts';
import { isThrottled } from '../client/classify-reply.ts';
import { deferredResult, toDeliveryResult } from '../client/delivery-result.ts';
import type { SmtpClient } from '../client/smtp-client.ts';
import { SmtpFailure } from '../client/smtp-failure.ts';
import type { HostLimiter, RejectReason } from './host-limiter.ts';
import { type Pool, quitOrClose } from './pool.ts';

/** One address of a host, with the TLS policy for it. */
export interface Endpoint {
  /** Unique key of name, address and TLS policy. */
  key: string;
  /** Host name, for results. */
  host: string;
  /** Whether acceptance is final delivery; false for a relay. */
  final: boolean;
  /** Opens a connection. Rejects with an SmtpFailure. */
  open(signal: AbortSignal): Promise<SmtpClient>;
}

export interface HostResult {
  result: DeliveryResult;
  /** The failure is not about the message and precedes the final dot, so another host may accept it. */
  tryNextHost: boolean;
}

/**
 * Sends a message to a host over an idle or a new connection. Aborts when the signal fires, but never after the final
 * dot has been sent.
 */
export async function sendToHost(
  pool: Pool,
  endpoint: Endpoint,
  message: OutgoingMessage,
  watch: DeliveryControl,
): Promise<HostResult> {
  const limiter = pool.limiterFor(endpoint.key);
  const rejection = await limiter.acquire(watch.signal);
  if (rejection) return { result: rejectedResult(rejection, endpoint.host), tryNextHost: rejection === 'circuit-open' };
  let client: SmtpClient | null = null;
  let opening: Promise<unknown> | null = null;
  let lent = false;
  const silence = setInterval(() => {
    if (client && performance.now() - client.lastActivity < pool.silenceMs) return;
    limiter.failed();
    // The reply to the final dot may take minutes. An unresponsive host must not block the others.
    lent ||= limiter.lend();
  }, pool.silenceMs);
  silence.unref();
  try {
    const idle = pool.takeIdle(limiter);
    if (idle) {
      client = idle;
      const attempt = await sendOver(idle, message, watch);
      if (!isStale(attempt)) return finishAttempt(pool, limiter, endpoint, idle, attempt);
      // The server has closed the idle connection: retry over a new one.
      idle.close();
      client = null;
    }
    if (watch.signal.aborted) {
      limiter.circuit.abandoned();
      return {
        result: deferredResult('4.4.7', `${endpoint.host}: No reply in time`, endpoint.host),
        tryNextHost: false,
      };
    }
    const fresh = endpoint.open(pool.closing);
    client = await withTimeout(fresh, watch.signal);
    if (client === null) {
      limiter.failed();
      opening = releaseLate(pool, limiter, fresh);
      return {
        result: deferredResult('4.4.1', `${endpoint.host}: No connection in time`, endpoint.host),
        tryNextHost: false,
      };
    }
    return finishAttempt(pool, limiter, endpoint, client, await sendOver(client, message, watch));
  } catch (error) {
    return connectFailed(limiter, endpoint, error as Error);
  } finally {
    clearInterval(silence);
    // The slot stays in use until the pending connection attempt ends.
    if (opening) void opening.finally(() => limiter.release(lent));
    else limiter.release(lent);
  }
}

const REJECT_TEXT: Record<RejectReason, (host: string) => string> = {
  'circuit-open': (host) => `${host} did not respond several times and is not tried again yet`,
  throttled: (host) => `${host} limits the rate of our mail`,
  timeout: (host) => `No connection to ${host} became free in time`,
};

function rejectedResult(rejection: RejectReason, host: string): DeliveryResult {
  return {
    ...deferredResult(rejection === 'circuit-open' ? '4.4.1' : '4.4.5', REJECT_TEXT[rejection](host), host),
    untried: true,
  };
}

/** Keeps a connection that opened too late for its message. */
async function releaseLate(pool: Pool, limiter: HostLimiter, opening: Promise<SmtpClient>): Promise<void> {
  try {
    const late = await opening;
    limiter.circuit.succeeded();
    pool.release(limiter, late);
  } catch {
    limiter.failed();
  }
}

function connectFailed(limiter: HostLimiter, endpoint: Endpoint, error: Error): HostResult {
  const failure = error instanceof SmtpFailure ? error : new SmtpFailure('local', error.message);
  recordFailure(limiter, failure);
  return { result: toDeliveryResult(failure, endpoint.host), tryNextHost: true };
}

/** Updates the limiter and its circuit after a failure. */
function recordFailure(limiter: HostLimiter, { step, reply }: SmtpFailure): void {
  if (step === 'local') limiter.circuit.abandoned();
  else if (reply || step === 'tls') limiter.circuit.succeeded();
  else limiter.failed();
  if (reply && isThrottled(reply)) limiter.throttled();
}

/** Returns whether the server had closed the connection for a reason other than throttling. */
function isStale({ broken, failure }: Attempt): boolean {
  return broken && !(failure?.reply && isThrottled(failure.reply));
}

interface Attempt {
  text: string | null;
  code: number;
  failure: SmtpFailure | null;
  dotSent: boolean;
  /** The signal aborted before the final dot. */
  timedOut: boolean;
  /** Ended before the final dot without a reply about the message. */
  broken: boolean;
}

async function sendOver(
  client: SmtpClient,
  message: OutgoingMessage,
  { signal, onDot }: DeliveryControl,
): Promise<Attempt> {
  let dotSent = false;
  const sent = client.send(message, () => {
    dotSent = true;
    onDot();
  });
  const onAbort = () => {
    if (!dotSent) client.close();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    const { text, code } = await sent;
    return { text, code, failure: null, dotSent, timedOut: false, broken: false };
  } catch (error) {
    const failure = error instanceof SmtpFailure ? error : new SmtpFailure('local', (error as Error).message);
    const broken = failure.step !== 'local' && (failure.reply === null || failure.reply.code === 421);
    const timedOut = signal.aborted && !dotSent;
    return { text: null, code: 0, failure, dotSent, timedOut, broken: !dotSent && broken && !timedOut };
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function finishAttempt(
  pool: Pool,
  limiter: HostLimiter,
  endpoint: Endpoint,
  client: SmtpClient,
  attempt: Attempt,
): HostResult {
  const { failure, text, code, timedOut, broken } = attempt;
  const { host, final } = endpoint;
  if (failure === null) {
    limiter.circuit.succeeded();
    limiter.limit.succeeded();
    pool.release(limiter, client);
    return { result: { kind: 'delivered', code, text: text ?? '', final, host }, tryNextHost: false };
  }
  recordFailure(limiter, failure);
  const { reply } = failure;
  if (!reply || reply.code === 421) client.close();
  // A 4xx may apply to this connection only: postscreen accepts a new client on its next connection.
  else if (reply.code < 500) quitOrClose(client);
  else pool.release(limiter, client);
  if (timedOut) return { result: deferredResult('4.4.7', `${host}: No reply in time`, host), tryNextHost: false };
  return { result: toDeliveryResult(failure, host), tryNextHost: broken };
}
