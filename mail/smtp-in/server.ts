import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';
import { Connection, type ConnectionOptions, type ConnectionRegistry } from './connection.ts';
import type { RateLimiter } from './rate-limits.ts';

/** Networks that are remembered because they delivered a message. */
const MAX_KNOWN_NETWORKS = 10_000;

export interface SmtpServerOptions extends ConnectionOptions {
  limiter: RateLimiter;
  /** Milliseconds before the greeting of an unknown network. */
  greetingDelay: number;
}

/** The SMTP server with its registry of connections, by session and by network. */
export class SmtpServer extends SMTPServer implements ConnectionRegistry {
  private readonly rules: SmtpServerOptions;
  private readonly byId = new Map<string, Connection>();
  private readonly byNetwork = new Map<string, Set<Connection>>();
  private readonly knownNetworks = new Set<string>();

  constructor(options: SMTPServerOptions, rules: SmtpServerOptions) {
    super(options);
    this.rules = rules;
  }

  override connect(socket: Socket | TLSSocket, socketOptions?: SMTPConnectionOptions | null): void {
    const connection = new Connection(this, socket, socketOptions, this.rules);
    connection.on('error', (error) => this._onError(error));
    const refusal = this.makeRoomFor(connection) ?? this.rules.limiter.countConnection(connection.remoteAddress);
    this.connections.add(connection);
    this.byId.set(connection.id, connection);
    const neighbours = this.byNetwork.get(connection.network);
    if (neighbours) neighbours.add(connection);
    else this.byNetwork.set(connection.network, new Set([connection]));
    connection.greet(this.knownNetworks.has(connection.network) ? 0 : this.rules.greetingDelay, refusal);
  }

  /**
   * Closes the longest idle connection if a limit is reached: of the same network if that network is at its limit, else of
   * the network with the most idle connections. If none is idle, a slow transfer is closed. Returns the reply that rejects
   * the new connection if no other could be closed, or null.
   */
  private makeRoomFor(incoming: Connection): SmtpReplyError | null {
    const neighbours = this.byNetwork.get(incoming.network);
    if (neighbours && neighbours.size >= this.rules.limiter.connections) {
      if (closeOneOf([neighbours])) return null;
      return new SmtpReplyError(421, '4.7.0', 'Too many connections from your network, please try again later');
    }
    if (this.connections.size < (this.options.maxClients || Number.POSITIVE_INFINITY)) return null;
    if (closeOneOf(this.byNetwork.values())) return null;
    return new SmtpReplyError(421, '4.3.2', 'Too many connections, please try again later');
  }

  /** Removes a closed connection from the registry. */
  remove(connection: Connection): void {
    this.byId.delete(connection.id);
    const neighbours = this.byNetwork.get(connection.network);
    neighbours?.delete(connection);
    if (neighbours?.size === 0) this.byNetwork.delete(connection.network);
  }

  /** Remembers a network that delivered a message: it is greeted without delay. */
  rememberNetwork(network: string): void {
    this.knownNetworks.delete(network);
    this.knownNetworks.add(network);
    const [oldest] = this.knownNetworks;
    if (oldest !== undefined && this.knownNetworks.size > MAX_KNOWN_NETWORKS) this.knownNetworks.delete(oldest);
  }

  /** Returns the open connection of a session. */
  find(sessionId: string): Connection | undefined {
    return this.byId.get(sessionId);
  }

  /** Sends 421 to every connection without a message in transfer; returns whether none is left. */
  closeIdle(): boolean {
    for (const connection of [...this.connections]) {
      if (connection instanceof Connection && connection.inData) continue;
      connection.send(421, 'Server shutting down');
    }
    return this.connections.size === 0;
  }
}

/** Closes one idle connection, or else a slow one, of the network that has the most. */
function closeOneOf(networks: Iterable<Set<Connection>>): boolean {
  const groups = [...networks];
  for (const isClosable of [isIdle, ({ isSlow }: Connection) => isSlow]) {
    const candidates = groups.map((group) => [...group].filter(isClosable));
    const largestGroup = candidates.reduce<Connection[]>(
      (largest, group) => (group.length > largest.length ? group : largest),
      [],
    );
    if (closeLongestIdle(largestGroup)) return true;
  }
  return false;
}

function isIdle(connection: Connection): boolean {
  return !connection.inData && !connection.isAwaitingReply;
}

/** Closes the connection whose last command is oldest. */
function closeLongestIdle(spare: Connection[]): boolean {
  const idlest = spare.reduce<Connection | undefined>(
    (longest, connection) => (longest && longest.lastCommandAt <= connection.lastCommandAt ? longest : connection),
    undefined,
  );
  idlest?.send(421, `4.3.2 Too busy for ${idlest.inData ? 'slow' : 'idle'} connections, please try again`);
  return idlest !== undefined;
}
