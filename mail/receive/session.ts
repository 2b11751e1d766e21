import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { SMTPConnection, type SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js';

/**
 * A connection whose replies carry the enhanced code that their text begins with, instead of a guess by number, and
 * whose client has so long to bring a message, however busily it dribbles.
 */
class Connection extends SMTPConnection {
  /** When the client last said a whole command. */
  heardAt = performance.now();
  private readonly messageTimeout: number;
  private patience: NodeJS.Timeout | undefined;

  constructor(
    engine: Engine,
    socket: Socket | TLSSocket,
    socketOptions: SMTPConnectionOptions | null | undefined,
    messageTimeout: number,
  ) {
    super(engine, socket, socketOptions);
    this.messageTimeout = messageTimeout;
    this.expectMessage();
  }

  /** Starts the time that the client has for its next message. */
  private expectMessage(within = this.messageTimeout): void {
    clearTimeout(this.patience);
    this.patience = setTimeout(() => {
      // Whoever waits for us is not slow: looked at again soon.
      if (this.waitsForUs) this.expectMessage(Math.min(within, 30_000));
      else this.send(421, '4.4.2 No message came in all this time');
    }, within);
    this.patience.unref();
  }

  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    // Only a message taken earns time for another one.
    if (context === 'DATA_OK') this.expectMessage();
    if (typeof data !== 'string') {
      super.send(code, data, context);
    } else if (/^[245]\.\d{1,3}\.\d{1,3} /.test(data)) {
      super.send(code, data, false);
    } else if (code === 421 && context !== false) {
      // A 421 of ours tells why in its code; the one in place of a greeting has none (RFC 2034 3).
      super.send(421, `${/shutting down/.test(data) ? '4.3.2' : '4.4.2'} ${data}`, false);
    } else {
      super.send(code, data, context);
    }
  }

  override close(): void {
    clearTimeout(this.patience);
    super.close();
  }

  override _onClose(): void {
    clearTimeout(this.patience);
    super._onClose();
  }

  override _onCommand(command: Buffer, callback?: () => void): void {
    this.heardAt = performance.now();
    super._onCommand(command, callback);
  }

  /** Cuts the line without a word: the client must believe neither yes nor no. */
  hangUp(): void {
    this._socket.destroy();
  }

  /** Between DATA and its reply. */
  get inData(): boolean {
    return Boolean(this._dataStream);
  }

  /** A command is being decided, or the message is in and has no reply yet. */
  get waitsForUs(): boolean {
    return this._handlerPending || (this.inData && this._parser !== false && !this._parser._dataMode);
  }
}

/** The protocol engine with connections of ours. */
export class Engine extends SMTPServer {
  private readonly messageTimeout: number;

  constructor(options: SMTPServerOptions, messageTimeout: number) {
    super(options);
    this.messageTimeout = messageTimeout;
  }

  override connect(socket: Socket | TLSSocket, socketOptions?: SMTPConnectionOptions | null): void {
    if (this.connections.size >= (this.options.maxClients || Number.POSITIVE_INFINITY)) this.makeRoom();
    const connection = new Connection(this, socket, socketOptions, this.messageTimeout);
    this.connections.add(connection);
    connection.on('error', (error) => this._onError(error));
    connection.on('connect', (data) => this._onClientConnect(data));
    connection.init();
  }

  /**
   * Sends somebody away so that a newcomer is served: of the address with the most connections, the one that has said
   * nothing for longest. Nobody who is in a message. So idle connections, however many, keep nobody out.
   */
  private makeRoom(): void {
    const byAddress = new Map<string, Connection[]>();
    for (const connection of this.connections) {
      if (!(connection instanceof Connection) || connection.inData || connection.waitsForUs) continue;
      const same = byAddress.get(connection.remoteAddress);
      if (same) same.push(connection);
      else byAddress.set(connection.remoteAddress, [connection]);
    }
    const [most = []] = [...byAddress.values()].sort((a, b) => b.length - a.length);
    // They stand in the order they came; who spoke since then counts from then.
    const idlest = most.reduce<Connection | undefined>(
      (idle, connection) => (idle && idle.heardAt <= connection.heardAt ? idle : connection),
      undefined,
    );
    idlest?.send(421, '4.3.2 Too busy for idle connections, come again');
  }

  /** Cuts the connection with this session id, if it is still there. */
  hangUp(sessionId: string): void {
    for (const connection of this.connections) {
      if (connection.id === sessionId && connection instanceof Connection) connection.hangUp();
    }
  }

  /** Whether the connection with this session id has ended. */
  isGone(sessionId: string): boolean {
    for (const connection of this.connections) if (connection.id === sessionId) return false;
    return true;
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
