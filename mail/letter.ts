import { newId } from './ids.ts';
import { bodyFromBuffer } from './message.ts';
import type { MailPorts } from './ports.ts';
import { retryAfter } from './queue/schedule.ts';
import { startAttempt } from './session-attempt.ts';

/** A letter of the host's own, composed to the last byte (CRLF line ends). */
export interface Letter {
  /** Envelope sender; empty for the null sender. */
  from: string;
  to: string;
  bytes: Buffer;
}

/** How a letter fared: it left, it waits in the queue, or the destination will not have it. */
export type LetterFate =
  | { kind: 'delivered' | 'queued'; id: string }
  | { kind: 'refused'; id: string; enhanced: string; words: string };

/**
 * Sends a letter: tries the way out for up to `budget` milliseconds, then leaves it to the queue. Resolves once the
 * letter has left or is stored; rejects when neither could be done, and then nothing was sent.
 */
export async function deliverLetter(
  ports: Pick<MailPorts, 'queue' | 'wayOut' | 'clock' | 'log'>,
  letter: Letter,
  budget = 10_000,
): Promise<LetterFate> {
  const id = newId(ports.clock.now());
  const body = bodyFromBuffer(letter.bytes);
  const attempt = startAttempt(ports.wayOut, { id, from: letter.from, to: letter.to, body, utf8: false });
  // In doubt: rather wait for the answer than send a sign-in link twice.
  const first = await attempt.within(budget);
  const result = first === 'in doubt' ? await attempt.result : first;
  ports.log.info({ id, result: result.kind, words: result.words }, 'letter tried');
  if (result.kind === 'delivered') return { kind: 'delivered', id };
  if (result.kind === 'refused') return { kind: 'refused', id, enhanced: result.enhanced, words: result.words };
  const after = retryAfter(1, Math.random());
  await ports.queue.enqueue([
    {
      message: { id, reportTo: '', utf8: false, body },
      recipients: [{ id, from: letter.from, destination: letter.to, recipient: '', key: 'letter', after, lease: 0 }],
    },
  ]);
  return { kind: 'queued', id };
}
