import type pg from 'pg';
import type { DeliveryState } from '../../../contract/forwarding/delivery-log.ts';
import { MINUTE } from '../../../contract/time.ts';
import type { DeliveryStep, Recorder } from '../../../mail/host/recorder.ts';
import type { PausedInbox, SeenInbox } from '../../forwarding/refusals/inbox-refusal-rules.ts';
import { type DeliveryRow, writeAlarms, writeDeliveries } from '../../forwarding/shared/write-deliveries-store.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import type { Logger } from '../../platform/log/log.ts';
import { WaitingItems, WriteBehind } from '../../platform/write-behind.ts';
import { eventOf, inboxAfter, MAX_TEXT_LENGTH, stateAfter, storableText } from './delivery-event.ts';

/** Milliseconds between two writes. */
const FLUSH_INTERVAL = 200;
const BATCH_SIZE = 500;
/** Deliveries kept in memory while the database is unreachable, about 40 MB. Further ones are lost. */
const MAX_WAITING = 20_000;
/**
 * Our rejections that are recorded for one recipient in a minute: a client that provokes them repeatedly must not fill
 * the disk.
 */
const REJECTIONS_PER_MINUTE = 30;

interface Alarm {
  kind: string;
  host: string;
  text: string;
  count: number;
}

/** A recorder that buffers its events in memory. */
export interface DeliveryRecorder extends Omit<Recorder, 'limitReached'> {
  /** Writes the buffered events, if the database is reachable, and ends. */
  stop(): Promise<void>;
}

export interface DeliveryRecorderParts {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  /** Records what attempts revealed about inboxes, and returns those that are now paused. */
  onInboxes(seen: SeenInbox[]): Promise<PausedInbox[]>;
}

/**
 * Writes delivery events to the table `flights` in batches and in the background, so that mail processing never waits for
 * the database. Events of the last 200 ms are lost if the process is killed.
 */
export function createDeliveryRecorder({ pool, clock, log, onInboxes }: DeliveryRecorderParts): DeliveryRecorder {
  const rejections = { minute: 0, counts: new Map<string, number>() };
  const waiting = new WaitingItems<string, DeliveryRow>(MAX_WAITING, merge);
  const raised = new WaitingItems<string, Alarm>(MAX_WAITING, (earlier, later) => ({
    ...later,
    count: earlier.count + later.count,
  }));

  const deliveries = new WriteBehind({
    name: 'deliveries',
    waiting,
    write,
    onFailure: (err, { size }) => reportFailure(err, size),
    onDropped: (lost) => log.warn({ event: 'mail.delivery_log.lost', lost }, 'deliveries were not recorded'),
    intervalMs: FLUSH_INTERVAL,
    batchSize: BATCH_SIZE,
  });
  const alarms = new WriteBehind({
    name: 'alarms',
    waiting: raised,
    write: (batch) => writeAlarms(pool, [...batch.values()]),
    onFailure: (err) => reportFailure(err, 0),
    intervalMs: FLUSH_INTERVAL,
    batchSize: MAX_WAITING,
  });

  function reportFailure(err: unknown, count: number): void {
    log.warn(
      { event: 'mail.delivery_log.write_failed', err, deliveries: count },
      'the delivery log could not be written',
    );
  }

  async function write(batch: Map<string, DeliveryRow>): Promise<void> {
    const rows = [...batch.values()];
    const handles = await writeDeliveries(pool, rows.filter(isRecorded));
    const seen = rows.flatMap((delivery) => seenInboxes(delivery, handles.get(delivery.id)));
    if (seen.length > 0) await writeInboxes(seen);
  }

  /**
   * Writes what attempts revealed about inboxes. A count that cannot be written is lost, but the next messages to the
   * inbox are counted.
   */
  async function writeInboxes(seen: SeenInbox[]): Promise<void> {
    try {
      for (const { handle, isMember } of await onInboxes(seen)) {
        const event = isMember ? 'mail.member_inbox.paused' : 'mail.forwarding.paused';
        log.warn({ event, handle }, 'forwarding to an inbox was paused because it does not exist');
      }
    } catch (error) {
      log.warn({ event: 'mail.inbox.write_failed', err: error }, 'refusals of inboxes could not be counted');
    }
  }

  /** Returns whether to record a delivery. Rejections without an attempt are limited per recipient and minute. */
  function isRecorded(delivery: DeliveryRow): boolean {
    if (delivery.state !== 'refused' || delivery.key === '' || delivery.events.some(({ step }) => step === 'tried'))
      return true;
    const minute = Math.floor(clock().getTime() / MINUTE);
    if (rejections.minute !== minute) {
      rejections.minute = minute;
      rejections.counts.clear();
    }
    const count = (rejections.counts.get(delivery.key) ?? 0) + 1;
    rejections.counts.set(delivery.key, count);
    return count <= REJECTIONS_PER_MINUTE;
  }

  return {
    record(id, step) {
      try {
        const now = clock();
        let delivery = waiting.get(id);
        if (!delivery) {
          delivery = emptyDelivery(id, now);
          if (!waiting.add(id, delivery)) return;
        }
        addStep(delivery, step, now);
        deliveries.added();
      } catch (error) {
        log.error(
          { event: 'mail.delivery_log.event_failed', err: error, id },
          'a delivery event could not be recorded',
        );
      }
    },

    alarm(kind, host, text) {
      // Logged once per write: a large receiver may send the same reply for every message.
      const key = `${kind} ${host}`;
      if (!raised.get(key))
        log.error({ event: 'mail.alarm', kind, host, reply: text }, 'mail delivery needs attention');
      const stored = { host: storableText(host, MAX_TEXT_LENGTH), text: storableText(text, MAX_TEXT_LENGTH) };
      raised.add(key, { kind, ...stored, count: 1 });
      alarms.added();
    },

    async stop() {
      await deliveries.stop();
      await alarms.stop();
    },
  };
}

function emptyDelivery(id: string, now: Date): DeliveryRow {
  const nothing = { recipient: '', sender: '', author: '', subject: '', client: '', size: 0 };
  const direction = 'received' as const;
  return {
    id,
    key: '',
    ...nothing,
    direction,
    state: 'under-way',
    at: now.toISOString(),
    events: [],
    inboxes: new Map(),
  };
}

/** Returns what a delivery revealed about the inboxes of members, and about that of its handle if the handle is known. */
function seenInboxes({ inboxes }: DeliveryRow, handle: number | undefined): SeenInbox[] {
  return [...inboxes].flatMap(([inbox, sign]): SeenInbox[] => {
    if (typeof inbox === 'number') return [{ inbox: 'member', id: inbox, sign }];
    return handle === undefined ? [] : [{ inbox, id: handle, sign }];
  });
}

function addStep(delivery: DeliveryRow, step: DeliveryStep, now: Date): void {
  if (step.step === 'received') {
    delivery.key = step.key;
    delivery.recipient = storableText(step.recipient, MAX_TEXT_LENGTH);
    delivery.sender = storableText(step.sender, MAX_TEXT_LENGTH);
    delivery.author = storableText(step.author, MAX_TEXT_LENGTH);
    delivery.subject = storableText(step.subject, MAX_TEXT_LENGTH);
    delivery.client = storableText(step.client, MAX_TEXT_LENGTH);
    delivery.size = step.size;
    delivery.direction = step.direction ?? 'received';
  }
  delivery.events.push(eventOf(step, now));
  delivery.state = laterState(delivery.state, stateAfter(step));
  const seen = inboxAfter(step);
  if (seen) delivery.inboxes.set(seen.inbox, seen.sign);
}

function merge(delivery: DeliveryRow, later: DeliveryRow): DeliveryRow {
  delivery.events.push(...later.events);
  delivery.state = laterState(delivery.state, later.state);
  for (const [inbox, sign] of later.inboxes) delivery.inboxes.set(inbox, sign);
  return delivery;
}

/** Returns the state after both events. A final state is kept when an earlier event arrives late. */
function laterState(before: DeliveryState, after: DeliveryState | null): DeliveryState {
  if (after === null || after === 'under-way') return before;
  return after === 'queued' && before !== 'under-way' ? before : after;
}
