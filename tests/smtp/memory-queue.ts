import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { QueueStore } from '../../mail/host/queue-store.ts';
import type { Clock } from '../../mail/host/runtime.ts';
import type { SenderTokens } from '../../mail/host/shared-state.ts';
import { bodyFromBuffer } from '../../mail/message/message.ts';
import type { Enqueued, QueuedMessage, QueuedRecipient } from '../../mail/message/queued-message.ts';

export interface Row extends QueuedRecipient {
  message: QueuedMessage;
  attempts: number;
  crashes: number;
  nextTry: number;
  leaseToken: string;
  leaseUntil: number;
  acceptedAt: number;
  text: string;
}

export interface MemoryQueue extends QueueStore {
  rows: Row[];
  /** Delivered and failed copies. */
  settled: { id: string; kind: 'delivered' | 'failed'; text: string }[];
  /** If not null, calls reject with this error. */
  failure: Error | null;
}

/** A queue in memory with the semantics of the database store, on a clock that tests advance. */
export function createMemoryQueue(clock: Clock): MemoryQueue {
  const events = new EventEmitter();
  const servedGroups = new Set<string>();
  const now = () => clock().getTime();

  async function insert(items: Enqueued[]): Promise<string[]> {
    const leases: string[] = [];
    for (const { message, recipients } of items) {
      const body = bodyFromBuffer(await buffer(message.body.open()));
      for (const recipient of recipients) {
        const leaseToken = recipient.lease > 0 ? randomUUID() : '';
        leases.push(leaseToken);
        const times = { nextTry: now() + recipient.after * 1000, leaseUntil: now() + recipient.lease * 1000 };
        queue.rows.push({
          ...recipient,
          ...times,
          message: { ...message, body },
          attempts: recipient.lastResult === undefined ? 0 : 1,
          crashes: 0,
          leaseToken,
          acceptedAt: now(),
          text: recipient.lastResult ?? '',
        });
      }
    }
    return leases;
  }

  const queue: MemoryQueue = {
    rows: [],
    settled: [],
    failure: null,

    async enqueue(items) {
      if (queue.failure) throw queue.failure;
      const leases = await insert(items);
      events.emit('enqueued');
      return leases;
    },

    async claim(limit, perDestination, leaseSeconds, wider = new Map(), traffic = 'forwarded') {
      if (queue.failure) throw queue.failure;
      const domain = (row: Row) => row.destination.split('@').at(-1) ?? '';
      const busy = new Map<string, number>();
      const rows = queue.rows.filter((row) => (row.traffic ?? 'forwarded') === traffic);
      for (const row of rows) {
        if (row.leaseToken && row.leaseUntil > now()) busy.set(domain(row), (busy.get(domain(row)) ?? 0) + 1);
      }
      const due = rows
        .filter((row) => row.nextTry <= now() && (!row.leaseToken || row.leaseUntil <= now()))
        .sort((a, b) => a.nextTry - b.nextTry);
      const places = new Map<string, number>();
      const placed = due.map((row) => {
        const group = `${domain(row)} ${row.key}`;
        const place = (places.get(group) ?? 0) + 1;
        places.set(group, place);
        return { row, place };
      });
      const turns = new Map<string, number>();
      const chosen = placed
        .sort((a, b) => a.place - b.place)
        .map(({ row }) => row)
        .map((row) => {
          const turn = (turns.get(domain(row)) ?? 0) + 1;
          turns.set(domain(row), turn);
          return { row, turn };
        })
        .filter(({ row, turn }) => turn + (busy.get(domain(row)) ?? 0) <= (wider.get(domain(row)) ?? perDestination))
        .sort((a, b) => a.turn - b.turn)
        .slice(0, limit);
      return chosen.map(({ row }) => {
        if (row.leaseToken) row.crashes += 1;
        row.leaseToken = randomUUID();
        row.leaseUntil = now() + leaseSeconds * 1000;
        const { id, from, destination, recipient, key, attempts, crashes, message, inbox, group, overLimit } = row;
        const { reportTo, utf8, body, id: messageId } = message;
        const age = (now() - row.acceptedAt) / 1000;
        const lease = row.leaseToken;
        return {
          id,
          lease,
          messageId,
          reportTo,
          from,
          destination,
          recipient,
          key,
          utf8,
          attempts,
          crashes,
          age,
          body,
          ...(inbox !== undefined && { inbox }),
          ...(group && { group: group.id }),
          ...(overLimit && { overLimit }),
          ...(row.traffic && { traffic: row.traffic }),
        };
      });
    },

    async renew(held, leaseSeconds) {
      for (const { id, lease } of held) {
        const row = queue.rows.find((candidate) => candidate.id === id && candidate.leaseToken === lease);
        if (row) row.leaseUntil = now() + leaseSeconds * 1000;
      }
    },

    async settle(id, lease, outcome) {
      if (queue.failure) throw queue.failure;
      const row = queue.rows.find((candidate) => candidate.id === id && candidate.leaseToken === lease);
      if (!row) return 'lost';
      if (outcome.kind === 'retry') {
        Object.assign(row, {
          attempts: row.attempts + (outcome.untried ? 0 : 1),
          nextTry: now() + outcome.after * 1000,
          leaseToken: '',
        });
        row.text = outcome.text;
        return 'settled';
      }
      queue.rows.splice(queue.rows.indexOf(row), 1);
      queue.settled.push({ id, kind: outcome.kind, text: outcome.text });
      const { group } = row;
      if (group && outcome.kind === 'delivered') servedGroups.add(group.id);
      const hasOthers = queue.rows.some((other) => other.group?.id === group?.id);
      const isWithheld = group && (hasOthers || group.isServed || servedGroups.has(group.id));
      if (outcome.kind === 'failed' && isWithheld) return 'withheld';
      if (outcome.kind === 'failed' && outcome.report) {
        await insert([outcome.report]);
        events.emit('enqueued');
      }
      return 'settled';
    },

    onEnqueued(listener) {
      events.on('enqueued', listener);
      return () => events.off('enqueued', listener);
    },
  };
  return queue;
}

export function createMemoryTokens(clock: Clock): SenderTokens {
  const stored = new Map<string, { value: string; until: Date }>();
  return {
    async put(token, value, until) {
      stored.set(token, { value, until });
    },
    async get(token) {
      const found = stored.get(token);
      return found && found.until > clock() ? found.value : null;
    },
  };
}
