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

/** Puts one mail into the queue of a server, due at once. */
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
  await server.ports.queue.enqueue([
    {
      message: { id, reportTo, utf8: false, body },
      recipients: [{ id, from: 'srs@handles.test', destination: to, recipient, key, after: 0, lease: 0 }],
    },
  ]);
}

/** A runner of the queue, started. */
export async function running(server: MailServer, options = {}): Promise<QueueRunner> {
  const runner = createQueueRunner(server.ports, server.options, { poll: 20, stopTimeout: 1000, ...options });
  runner.start();
  return runner;
}

/** Waits for something to come to pass. */
export async function until(what: () => boolean): Promise<void> {
  const deadline = Date.now() + 8000;
  while (!what()) {
    if (Date.now() > deadline) throw new Error('It did not come to pass');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
