import type { Log } from './host/log.ts';
import type { Message } from './message/message.ts';

/** Deletes the spool file of a message. Never rejects: a file that cannot be removed must not change the reply. */
export async function discardMessage(message: Message, id: string, log: Pick<Log, 'warn'>): Promise<void> {
  await message
    .discard()
    .catch((error) =>
      log.warn({ event: 'mail.spool.remove_failed', err: error, id }, 'a spool file could not be removed'),
    );
}
