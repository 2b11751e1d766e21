import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';
import { Connection, type ConnectionOptions, type ConnectionRegistry } from './connection.ts';
import type { RateLimiter } from './rate-limits.ts';

/** Networks remembered for having brought a message. */
const MOST_FAMILIAR = 10_000;

export interface SmtpServerOptions extends ConnectionOptions {
  gate: RateLimiter;
  /** Milliseconds that a network we do not know waits for the greeting. */
  greetingDelay: number;
}

/** The protocol engine with connections of ours. */
export class SmtpServer extends SMTPServer implements ConnectionRegistry {
  private readonly rules: SmtpServerOptions;
  private readonly byId = new Map<string, Connection>();
  private readonly byNetwork = new Map<string, Set<Connection>>();
  private readonly familiar = new Set<string>();

  constructor(options: SMTPServerOptions, rules: SmtpServerOptions) {
    super(options);
    this.rules = rules;
  }

  override connect(socket: Socket | TLSSocket, socketOptions?: SMTPConnectionOptions | null): void {
    const connection = new Connection(this, socket, socketOptions, this.rules);
    connection.on('error', (error) => this._onError(error));
    const refusal = this.makeRoom(connection) ?? this.rules.gate.connection(connection.remoteAddress);
    this.connections.add(connection);
    this.byId.set(connection.id, connection);
    const neighbours = this.byNetwork.get(connection.network);
    if (neighbours) neighbours.add(connection);
    else this.byNetwork.set(connection.network, new Set([connection]));
    connection.greet(this.familiar.has(connection.network) ? 0 : this.rules.greetingDelay, refusal);
  }

  /**
   * Sends somebody away so that a newcomer is served, the one who has said nothing for longest: of the newcomer's own
   * network where that has its share, else of the network with the most. Nobody who is in a message, but for those who
   * only dribble it where nobody is idle. So connections that do nothing, however many, keep nobody out. Answers the reply
   * where nobody could be sent.
   */
  private makeRoom(newcomer: Connection): SmtpReplyError | null {
    const neighbours = this.byNetwork.get(newcomer.network);
    if (neighbours && neighbours.size >= this.rules.gate.connections) {
      if (dismissOneOf([neighbours])) return null;
      return new SmtpReplyError(421, '4.7.0', 'Too many connections from your network, please come again later');
    }
    if (this.connections.size < (this.options.maxClients || Number.POSITIVE_INFINITY)) return null;
    if (dismissOneOf(this.byNetwork.values())) return null;
    return new SmtpReplyError(421, '4.3.2', 'Too many connections, please come again later');
  }

  /** Takes a connection that ends out of the books. */
  forget(connection: Connection): void {
    this.byId.delete(connection.id);
    const neighbours = this.byNetwork.get(connection.network);
    neighbours?.delete(connection);
    if (neighbours?.size === 0) this.byNetwork.delete(connection.network);
  }

  /** Remembers a network that has brought a message: it is greeted without delay. */
  meet(network: string): void {
    this.familiar.delete(network);
    this.familiar.add(network);
    const [oldest] = this.familiar;
    if (oldest !== undefined && this.familiar.size > MOST_FAMILIAR) this.familiar.delete(oldest);
  }

  /** The connection with this session id, while it is there. */
  find(sessionId: string): Connection | undefined {
    return this.byId.get(sessionId);
  }

  /** Says 421 to everybody who is not waiting for the answer to a message; true when nobody is left. */
  dismissIdle(): boolean {
    for (const connection of [...this.connections]) {
      if (connection instanceof Connection && connection.inData) continue;
      connection.send(421, 'Server shutting down');
    }
    return this.connections.size === 0;
  }
}

/** Sends one idle connection away, or one that dribbles, of the network that has most such. */
function dismissOneOf(networks: Iterable<Set<Connection>>): boolean {
  const groups = [...networks];
  for (const spare of [isIdle, ({ dribbles }: Connection) => dribbles]) {
    const found = groups.map((group) => [...group].filter(spare));
    const most = found.reduce<Connection[]>((largest, group) => (group.length > largest.length ? group : largest), []);
    if (dismiss(most)) return true;
  }
  return false;
}

function isIdle(connection: Connection): boolean {
  return !connection.inData && !connection.waitsForUs;
}

/** Sends the one away who has said nothing for longest; they stand in the order they came. */
function dismiss(spare: Connection[]): boolean {
  const idlest = spare.reduce<Connection | undefined>(
    (longest, connection) => (longest && longest.heardAt <= connection.heardAt ? longest : connection),
    undefined,
  );
  idlest?.send(421, `4.3.2 Too busy for ${idlest.inData ? 'slow' : 'idle'} connections, come again`);
  return idlest !== undefined;
}
