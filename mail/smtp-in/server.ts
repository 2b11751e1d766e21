import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSecureContext, type SecureContext } from 'node:tls';
import { CommandHandler } from './command-handler.ts';
import { Connection, type ConnectionParts } from './connection.ts';
import { ConnectionRegistry } from './connection-registry.ts';
import type { SmtpServerContext } from './context.ts';
import { EnvelopePolicy } from './envelope-checks.ts';
import { RateLimiter } from './rate-limits.ts';
import { createReceiver } from './receiver.ts';
import { sweepSpool } from './spool.ts';

export interface Certificate {
  key: string | Buffer;
  cert: string | Buffer;
}

/** The SMTP server (RFC 5321): checks the envelope, receives the message, passes it to `accept`. */
export class SmtpServer {
  private readonly context: SmtpServerContext;
  private readonly limiter: RateLimiter;
  private readonly registry: ConnectionRegistry;
  private readonly parts: ConnectionParts;
  /** Half-open: see Connection.handleHalfClose. */
  private readonly listener = createServer({ allowHalfOpen: true }, (socket) => this.connect(socket));
  private secureContext: SecureContext | null = null;

  constructor(context: SmtpServerContext) {
    const { settings, counters, log } = context;
    this.context = context;
    this.limiter = new RateLimiter(settings.limits, settings.networkLimits, counters);
    this.registry = new ConnectionRegistry(settings);
    const policy = new EnvelopePolicy(context, this.limiter);
    const handler = new CommandHandler(context, policy, createReceiver(context, policy));
    this.parts = { context, handler, registry: this.registry, secureContext: () => this.secureContext };
    if (settings.tls) this.setTls(settings.tls);
    this.listener.on('error', (error) =>
      log.debug({ event: 'mail.smtp.connection_failed', err: error }, 'smtp connection failed'),
    );
  }

  /** With `shared`, several processes listen on one port and the kernel distributes connections (Linux only). */
  async listen(port: number, host = '127.0.0.1', shared = false): Promise<AddressInfo> {
    await sweepSpool(this.context.settings.spoolFolder);
    this.listener.listen({ port, host, reusePort: shared });
    await once(this.listener, 'listening');
    return this.listener.address() as AddressInfo;
  }

  /** Stops accepting connections, waits up to `closeTimeout` for messages in transfer, then closes. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.listener.close(() => resolve()));
    const timeout = new AbortController();
    this.registry.startClosing();
    const late = sleep(this.context.settings.closeTimeout, undefined, { ref: false, signal: timeout.signal });
    await Promise.race([closed, late.catch(() => {})]);
    timeout.abort();
    this.registry.closeAll();
  }

  /** Sets the certificate for new TLS sessions. */
  setTls({ key, cert }: Certificate): void {
    // Old servers would fall back to plaintext.
    this.secureContext = createSecureContext({ key, cert, honorCipherOrder: true, minVersion: 'TLSv1' });
  }

  private connect(socket: Socket): void {
    const connection = new Connection(socket, this.parts);
    const { session, network } = connection;
    const refusal = this.registry.makeRoomFor(network) ?? this.limiter.countConnection(session.clientAddress);
    if (refusal) {
      connection.reject(refusal);
      return;
    }
    this.registry.add(connection);
    connection.greet(this.registry.isKnown(network) ? 0 : this.context.settings.greetingDelay);
  }
}
