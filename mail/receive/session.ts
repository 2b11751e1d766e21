import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { SMTPConnection, type SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js';

/** A connection whose replies carry the enhanced code that their text begins with, instead of a guess by number. */
class Connection extends SMTPConnection {
  override send(code: number, data?: string | string[] | null, context?: string | false): void {
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

  /** Cuts the line without a word: the client must believe neither yes nor no. */
  hangUp(): void {
    this._socket.destroy();
  }

  /** Between DATA and its reply. */
  get inData(): boolean {
    return Boolean(this._dataStream);
  }
}

/** The protocol engine with connections of ours. */
export class Engine extends SMTPServer {
  override connect(socket: Socket | TLSSocket, socketOptions?: SMTPConnectionOptions | null): void {
    const connection = new Connection(this, socket, socketOptions);
    this.connections.add(connection);
    connection.on('error', (error) => this._onError(error));
    connection.on('connect', (data) => this._onClientConnect(data));
    connection.init();
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
