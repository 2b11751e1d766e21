import { LRUCache } from 'lru-cache';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';
import type { Settings } from '../options.ts';
import type { Reply } from './reply.ts';

/** Maximum number of remembered networks that have delivered a message. */
const MAX_KNOWN_NETWORKS = 10_000;

export const SHUTTING_DOWN: Reply = { code: 421, text: '4.3.2 Server shutting down' };

/** The state of a connection from which the registry chooses the connections to close. */
export interface OpenConnection {
  readonly network: string;
  /** Time of the last complete command, by performance.now(). */
  readonly lastCommandAt: number;
  /** Between DATA and the reply to the message. */
  readonly isReceiving: boolean;
  /** The client sends no message and waits for no reply, except possibly for one that we delay. */
  readonly isIdle: boolean;
  /** The client must authenticate first and has not done so. */
  readonly isAnonymous: boolean;
  /** The client sends its message below the minimum rate. */
  readonly isSlow: boolean;
  send(reply: Reply): void;
}

/** The open connections, with their limits: in total, and per network. */
export class ConnectionRegistry {
  /** The server accepts no more commands. */
  isClosing = false;
  #size = 0;
  readonly #byNetwork = new Map<string, Set<OpenConnection>>();
  readonly #knownNetworks = new LRUCache<string, true>({ max: MAX_KNOWN_NETWORKS });
  readonly #maxConnections: number;
  readonly #maxPerNetwork: number;

  constructor({ maxClients, networkLimits, limits }: Pick<Settings, 'maxClients' | 'networkLimits' | 'limits'>) {
    this.#maxConnections = maxClients || Number.POSITIVE_INFINITY;
    this.#maxPerNetwork = networkLimits ? limits.connections : Number.POSITIVE_INFINITY;
  }

  add(connection: OpenConnection): void {
    const neighbours = this.#byNetwork.get(connection.network);
    if (neighbours) neighbours.add(connection);
    else this.#byNetwork.set(connection.network, new Set([connection]));
    this.#size++;
  }

  /** Removes a closed connection; ignores a connection that is not registered. */
  remove(connection: OpenConnection): void {
    const neighbours = this.#byNetwork.get(connection.network);
    if (!neighbours?.delete(connection)) return;
    this.#size--;
    if (neighbours.size === 0) this.#byNetwork.delete(connection.network);
  }

  /**
   * Closes the longest idle connection if a limit is reached: of the same network if that network is at its limit,
   * otherwise of the network with the most idle connections. Clients that have not authenticated are closed first. If
   * no connection is idle, closes a slow transfer. Returns the reply that rejects a new connection of `network` if no
   * connection could be closed, or null.
   */
  makeRoomFor(network: string): SmtpReplyError | null {
    const neighbours = this.#byNetwork.get(network);
    if (neighbours && neighbours.size >= this.#maxPerNetwork) {
      if (closeOneOf([neighbours])) return null;
      return new SmtpReplyError(421, '4.7.0', 'Too many connections from your network, please try again later');
    }
    if (this.#size < this.#maxConnections) return null;
    if (closeOneOf(this.#byNetwork.values())) return null;
    return new SmtpReplyError(421, '4.3.2', 'Too many connections, please try again later');
  }

  /** Remembers a network that delivered a message: it is greeted without delay. */
  rememberNetwork(network: string): void {
    this.#knownNetworks.set(network, true);
  }

  /** Returns whether a network delivered a message before. */
  isKnown(network: string): boolean {
    return this.#knownNetworks.has(network);
  }

  /**
   * Begins to shut down: closes every connection without a message in transfer; the others close after their replies.
   */
  startClosing(): void {
    this.isClosing = true;
    this.#closeWhere((connection) => !connection.isReceiving);
  }

  /** Closes every connection. */
  closeAll(): void {
    this.#closeWhere(() => true);
  }

  #closeWhere(matches: (connection: OpenConnection) => boolean): void {
    const open = [...this.#byNetwork.values()].flatMap((neighbours) => [...neighbours]);
    for (const connection of open.filter(matches)) connection.send(SHUTTING_DOWN);
  }
}

/**
 * Closes an idle connection of the network with the most idle connections or, if no connection is idle, a slow
 * connection of the network with the most slow connections.
 */
function closeOneOf(networks: Iterable<Set<OpenConnection>>): boolean {
  const groups = [...networks];
  return (
    closeLongestIdle(groups, 'idle', (connection) => connection.isIdle && connection.isAnonymous) ||
    closeLongestIdle(groups, 'idle', (connection) => connection.isIdle) ||
    closeLongestIdle(groups, 'slow', (connection) => connection.isSlow)
  );
}

/** Finds the network with the most matching connections and closes the one whose last command is oldest. */
function closeLongestIdle(
  groups: Set<OpenConnection>[],
  kind: 'idle' | 'slow',
  matches: (connection: OpenConnection) => boolean,
): boolean {
  const candidates = groups.map((group) => [...group].filter(matches));
  const largestGroup = candidates.reduce<OpenConnection[]>(
    (largest, group) => (group.length > largest.length ? group : largest),
    [],
  );
  const longestIdle = largestGroup.reduce<OpenConnection | undefined>(
    (longest, connection) => (longest && longest.lastCommandAt <= connection.lastCommandAt ? longest : connection),
    undefined,
  );
  longestIdle?.send({ code: 421, text: `4.3.2 Too busy for ${kind} connections, please try again` });
  return longestIdle !== undefined;
}
