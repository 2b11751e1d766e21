import http from 'node:http';
import https from 'node:https';
import type { Log } from '../host/runtime.ts';
import type { Message } from '../message/message.ts';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';

export interface SpamChecker {
  /** URL of Rspamd's /checkv2 or a compatible service. */
  url: string;
  log: Pick<Log, 'warn'>;
  /** Timeout in milliseconds; default 10000. */
  timeoutMs?: number;
}

/** Envelope data sent to the checker. */
interface SpamCheckEnvelope {
  id: string;
  from: string;
  recipients: readonly { address: string }[];
  client: { address: string; helo: string };
  /** The authenticated client, if it submits the message. */
  submitter?: { address: string };
}

interface Verdict {
  action: string;
  score: number | null;
}

/** Limit for the response of the checker. */
const MAX_RESPONSE_LENGTH = 1024 * 1024;

/**
 * Sends a message to the spam checker. Returns header fields to add, without line ends; rejects with an SmtpReplyError if
 * the verdict is reject or defer. If the checker is unavailable, the message passes with a field that records this.
 */
export async function checkSpam(
  message: Message,
  transaction: SpamCheckEnvelope,
  { url, log, timeoutMs = 10_000 }: SpamChecker,
): Promise<{ headers: string[] }> {
  let verdict: Verdict;
  try {
    verdict = parseVerdict(await requestVerdict(url, message, transaction, timeoutMs));
  } catch (error) {
    log.warn({ event: 'mail.spam_check.failed', err: error, id: transaction.id }, 'Spam check failed');
    return { headers: ['X-Spam-Check: unavailable'] };
  }
  const { action, score } = verdict;
  if (action === 'reject') throw new SmtpReplyError(550, '5.7.1', 'Rejected: the message was classified as spam');
  if (action === 'soft reject' || action === 'greylist') {
    throw new SmtpReplyError(451, '4.7.1', 'Message deferred, please try again later');
  }
  if (action !== 'add header' && action !== 'rewrite subject') return { headers: [] };
  return { headers: ['X-Spam: yes', ...(score === null ? [] : [`X-Spam-Score: ${score.toFixed(2)}`])] };
}

/** Streams the message to the checker; resolves with the response text. */
function requestVerdict(
  url: string,
  message: Message,
  transaction: SpamCheckEnvelope,
  timeoutMs: number,
): Promise<string> {
  const { id, from, recipients, client, submitter } = transaction;
  const { request } = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const bytes = message.body.open();
    const outgoing = request(url, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'Content-Type': 'message/rfc822',
        'Content-Length': message.body.size,
        'Queue-Id': id,
        IP: client.address,
        Helo: headerValue(client.helo),
        From: headerValue(from),
        ...(submitter && { User: headerValue(submitter.address) }),
        Rcpt: recipients.map(({ address }) => headerValue(address)),
      },
    });
    const end = (outcome: () => void) => {
      bytes.destroy();
      outcome();
    };
    outgoing.on('error', (error) => end(() => reject(error)));
    bytes.on('error', (error) => {
      outgoing.destroy(error);
    });
    outgoing.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
        if (text.length > MAX_RESPONSE_LENGTH) outgoing.destroy(new Error('The response is too long'));
      });
      response.on('error', (error) => end(() => reject(error)));
      response.on('end', () => {
        end(() => (response.statusCode === 200 ? resolve(text) : reject(new Error(`Status ${response.statusCode}`))));
        // The response may arrive before the complete request has been sent.
        outgoing.destroy();
      });
    });
    bytes.pipe(outgoing);
  });
}

function parseVerdict(text: string): Verdict {
  const verdict: unknown = JSON.parse(text);
  const { action, score } = (verdict ?? {}) as { action?: unknown; score?: unknown };
  if (typeof action !== 'string') throw new Error('The response has no action');
  return { action, score: typeof score === 'number' && Number.isFinite(score) ? score : null };
}

/** Encodes text as a header value: UTF-8 without control characters. */
function headerValue(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern replaces control characters
  return Buffer.from(text.replace(/[\x00-\x1f\x7f]/g, ' '), 'utf8').toString('latin1');
}
