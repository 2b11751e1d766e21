import http from 'node:http';
import https from 'node:https';
import type { Log } from '../host/log.ts';
import type { Message } from '../message/message.ts';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';

export interface SpamChecker {
  /** As Rspamd's /checkv2. */
  url: string;
  log: Pick<Log, 'warn'>;
  /** Milliseconds for the whole check; default 10000. */
  within?: number;
}

/** What the checker is told of the envelope. */
interface SpamCheckEnvelope {
  id: string;
  from: string;
  recipients: readonly { address: string }[];
  client: { address: string; helo: string };
}

interface Verdict {
  action: string;
  score: number | null;
}

/** More than any verdict has. */
const LONGEST_ANSWER = 1024 * 1024;

/**
 * Has a message looked at. Answers header lines to be put on top of it, without line ends; rejects with a SmtpReplyError where
 * the checker says so. A checker that cannot be asked lets mail pass, marked as unchecked.
 */
export async function checkSpam(
  message: Message,
  transaction: SpamCheckEnvelope,
  { url, log, within = 10_000 }: SpamChecker,
): Promise<{ headers: string[] }> {
  let verdict: Verdict;
  try {
    verdict = read(await ask(url, message, transaction, within));
  } catch (error) {
    log.warn({ err: error, id: transaction.id }, 'spam check without an answer');
    return { headers: ['X-Spam-Check: unavailable'] };
  }
  const { action, score } = verdict;
  if (action === 'reject') throw new SmtpReplyError(550, '5.7.1', 'The message looks like spam');
  if (action === 'soft reject' || action === 'greylist') {
    throw new SmtpReplyError(451, '4.7.1', 'Cannot take this message yet, please come again later');
  }
  if (action !== 'add header' && action !== 'rewrite subject') return { headers: [] };
  return { headers: ['X-Spam: yes', ...(score === null ? [] : [`X-Spam-Score: ${score.toFixed(2)}`])] };
}

/** Sends the message's bytes as they are read; resolves with the answer's text. */
function ask(url: string, message: Message, transaction: SpamCheckEnvelope, within: number): Promise<string> {
  const { id, from, recipients, client } = transaction;
  const { request } = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const bytes = message.body.open();
    const asking = request(url, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.timeout(within),
      headers: {
        'Content-Type': 'message/rfc822',
        'Content-Length': message.body.size,
        'Queue-Id': id,
        IP: client.address,
        Helo: fieldOf(client.helo),
        From: fieldOf(from),
        Rcpt: recipients.map(({ address }) => fieldOf(address)),
      },
    });
    const end = (outcome: () => void) => {
      bytes.destroy();
      outcome();
    };
    asking.on('error', (error) => end(() => reject(error)));
    bytes.on('error', (error) => {
      asking.destroy(error);
    });
    asking.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece: string) => {
        text += piece;
        if (text.length > LONGEST_ANSWER) asking.destroy(new Error('The answer is too long'));
      });
      answer.on('error', (error) => end(() => reject(error)));
      answer.on('end', () => {
        end(() => (answer.statusCode === 200 ? resolve(text) : reject(new Error(`Status ${answer.statusCode}`))));
        // It may have answered before it had read everything.
        asking.destroy();
      });
    });
    bytes.pipe(asking);
  });
}

function read(text: string): Verdict {
  const verdict: unknown = JSON.parse(text);
  const { action, score } = (verdict ?? {}) as { action?: unknown; score?: unknown };
  if (typeof action !== 'string') throw new Error('The answer names no action');
  return { action, score: typeof score === 'number' && Number.isFinite(score) ? score : null };
}

/** Text as the bytes of a field: UTF-8, without what would end it. */
function fieldOf(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go
  return Buffer.from(text.replace(/[\x00-\x1f\x7f]/g, ' '), 'utf8').toString('latin1');
}
