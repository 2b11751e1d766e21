import { createForwarder } from './forward.ts';
import { type MailOptions, withDefaults } from './options.ts';
import type { MailPorts } from './ports.ts';
import { createReceiver, type Receiver } from './receive/receiver.ts';
import { Senders } from './rewrite/sender.ts';

/** The SMTP server of a forwarding host: receives, forwards in session where it can, queues where it must. */
export function createMailServer(ports: MailPorts, options: MailOptions): Receiver {
  const settings = withDefaults(options);
  const { clock, log, rates, tokens, directory } = ports;
  const senders = new Senders({ domain: settings.domain, secrets: settings.secrets, tokens, clock });
  const rules = { domain: settings.domain, directory, readOwnSender: (local: string) => senders.read(local) };
  return createReceiver(settings, { rules, accept: createForwarder(ports, settings, senders), rates, clock, log });
}
