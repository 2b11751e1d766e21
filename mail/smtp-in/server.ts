import { constants } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { NO_OBSERVER } from '../host/smtp-observer.ts';
import { withTimeout } from '../message/time.ts';
import { RateLimiter } from './checks/rate-limits.ts';
import { CommandHandler } from './command-handler.ts';
import { Connection, type ConnectionParts } from './connection.ts';
import { ConnectionRegistry } from './connection-registry.ts';
import type { SmtpServerContext } from './context.ts';
import { createReceiver } from './receiver.ts';
import type { ServiceProfile } from './service-profile.ts';

/**
 * Connections that the kernel keeps until the process accepts them (listen(2); net.core.somaxconn may lower it). When
 * too many connections wait, the kernel drops some that their clients regard as open. In SMTP the server speaks first,
 * so such a client waits for a greeting until its timeout.
 */
const BACKLOG = 4096;

export interface Certificate {
  key: string | Buffer;
  cert: string | Buffer;
}

export interface ListenOptions {
  host?: string;
  /** Several processes listen on the port, and the kernel distributes connections (Linux only). */
  shared?: boolean;
  /** The TLS handshake comes before the greeting (RFC 8314 3.3). */
  implicitTls?: boolean;
}

/** An SMTP server (RFC 5321) of one service: checks the envelope, receives the message, passes it on. */
export class SmtpServer {
  readonly #context: SmtpServerContext;
  readonly #limiter: RateLimiter;
  readonly #registry: ConnectionRegistry;
  readonly #parts: ConnectionParts;
  readonly #listeners: Server[] = [];
  #secureContext: SecureContext | null = null;

  constructor(context: SmtpServerContext, profile: ServiceProfile) {
    const { settings, counters } = context;
    this.#context = context;
    this.#limiter = new RateLimiter(settings.limits, settings.networkLimits, counters);
    this.#registry = new ConnectionRegistry(settings);
    const handler = new CommandHandler(context, profile, createReceiver(context, profile));
    const { observer = NO_OBSERVER } = context;
    const secureContext = () => this.#secureContext;
    this.#parts = { context, profile, observer, handler, registry: this.#registry, secureContext };
    if (settings.tls) this.setTls(settings.tls);
  }

  /** Listens on a port, in addition to the current ports. */
  async listen(port: number, options: ListenOptions = {}): Promise<AddressInfo> {
    const { host = '127.0.0.1', shared = false, implicitTls = false } = options;
    await this.#context.prepareSpool();
    // Half-open: see Connection.handleHalfClose.
    const listener = createServer({ allowHalfOpen: true }, (socket) => this.#connect(socket, implicitTls));
    listener.on('error', (error) =>
      this.#context.log.debug({ event: 'mail.smtp.connection_failed', err: error }, 'smtp connection failed'),
    );
    listener.listen({ port, host, reusePort: shared, backlog: BACKLOG });
    await once(listener, 'listening');
    this.#listeners.push(listener);
    return listener.address() as AddressInfo;
  }

  /** Stops accepting connections, waits up to `closeTimeout` for messages in transfer, then closes. */
  async close(): Promise<void> {
    const closed = Promise.all(
      this.#listeners.map((listener) => new Promise<void>((resolve) => listener.close(() => resolve()))),
    );
    this.#registry.startClosing();
    await withTimeout(closed, this.#context.settings.closeTimeout);
    this.#registry.closeAll();
  }

  /** Sets the certificate for new TLS sessions. */
  setTls({ key, cert }: Certificate): void {
    const { minTlsVersion: minVersion, ciphers } = this.#parts.profile;
    // A handshake costs the server more than the client, and a client could repeat it within one connection.
    const secureOptions = constants.SSL_OP_NO_RENEGOTIATION;
    this.#secureContext = createSecureContext({
      key,
      cert,
      honorCipherOrder: true,
      minVersion,
      ciphers,
      secureOptions,
    });
  }

  #connect(socket: Socket, implicitTls: boolean): void {
    const connection = new Connection(socket, this.#parts, implicitTls);
    this.#parts.observer.opened(this.#parts.profile.service);
    const { session, network } = connection;
    const refusal = this.#registry.makeRoomFor(network) ?? this.#limiter.countConnection(session.clientAddress);
    if (refusal) {
      connection.reject(refusal);
      return;
    }
    this.#registry.add(connection);
    connection.start(this.#registry.isKnown(network) ? 0 : this.#context.settings.greetingDelay);
  }
}
