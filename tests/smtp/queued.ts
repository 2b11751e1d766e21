import { bodyFromBuffer } from '../../mail/message/message.ts';
import type { QueueRunner } from '../../mail/queue/runner.ts';
import { createQueueRunner } from '../../mail/queue-runner.ts';
import type { MailServer } from './mail-server.ts';

let count = 0;

interface Queued {
  to: string;
  recipient: string;
  reportTo: string;
  key: string;
}

/** Enqueues one message that is due immediately. */
export async function enqueue(server: MailServer, changes: Partial<Queued> = {}) {
  const {
    key = 'alice',
    to = 'alice.inbox@elsewhere.test',
    recipient = 'alice@handles.test',
    reportTo = 'carol@senders.test',
  } = changes;
  const id = `queued${count++}`;
  const body = bodyFromBuffer(
    Buffer.from(`Received: x\r\n\tby y\r\nFrom: carol@senders.test\r\nSubject: ${id}\r\n\r\nHello\r\n`),
  );
  await server.host.queue.enqueue([
    {
      message: { id, reportTo, utf8: false, body },
      recipients: [{ id, from: 'srs@handles.test', destination: to, recipient, key, after: 0, lease: 0 }],
    },
  ]);
}

/** Returns a started queue runner. */
export async function running(server: MailServer, options = {}): Promise<QueueRunner> {
  const runner = createQueueRunner(server.host, server.options, { poll: 20, stopTimeout: 1000, ...options });
  runner.start();
  return runner;
}

/** Waits until the condition is true. Throws after a minute. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('The condition did not become true in time');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
