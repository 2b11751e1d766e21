import type pg from 'pg';
import type { DeliveryState } from '../../../contract/forwarding/delivery-log.ts';
import type { DeliveryStep, Recorder } from '../../../mail/host/recorder.ts';
import type { PausedInbox, SeenInbox } from '../../forwarding/refusals/inbox-refusal-rules.ts';
import { type DeliveryRow, writeAlarms, writeDeliveries } from '../../forwarding/shared/write-deliveries-store.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import type { Logger } from '../../platform/log/log.ts';
import { eventOf, inboxAfter, MAX_TEXT_LENGTH, stateAfter, storableText } from './delivery-event.ts';

/** Milliseconds between two writes. A full batch is written immediately. */
const FLUSH_INTERVAL = 200;
const BATCH_SIZE = 500;
/** Deliveries kept in memory while the database is unreachable, about 40 MB. Further ones are lost. */
const MAX_WAITING = 20_000;
/** Milliseconds to wait after a failed write. */
const RETRY_DELAY = 1000;
/** Rejections by us that are recorded for one recipient in a minute: a client that repeats them must not fill the disk. */
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
  /** Records what attempts revealed about inboxes, and returns those that are paused now. */
  onInboxes(seen: SeenInbox[]): Promise<PausedInbox[]>;
}

/**
 * Writes delivery events to the table `flights` in batches and in the background, so that mail processing never waits for
 * the database. Events of the last 200 ms are lost if the process is killed.
 */
export function createDeliveryRecorder({ pool, clock, log, onInboxes }: DeliveryRecorderParts): DeliveryRecorder {
  let waiting = new Map<string, DeliveryRow>();
  let alarms = new Map<string, Alarm>();
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let stopped = false;
  const rejections = { minute: 0, counts: new Map<string, number>() };

  function schedule(after: number): void {
    if (timer !== undefined || stopped) return;
    timer = setTimeout(() => {
      timer = undefined;
      void flush();
    }, after);
    timer.unref();
  }

  function flush(): Promise<void> {
    writing ??= write().finally(() => {
      writing = undefined;
      if (waiting.size > 0 || alarms.size > 0) schedule(waiting.size >= BATCH_SIZE ? 0 : FLUSH_INTERVAL);
    });
    return writing;
  }

  async function write(): Promise<void> {
    const deliveries = takeBatch();
    const raised = [...alarms.values()];
    alarms = new Map();
    try {
      const handles = await writeDeliveries(pool, deliveries.filter(isRecorded));
      const seen = deliveries.flatMap((delivery) => seenInboxes(delivery, handles.get(delivery.id)));
      deliveries.length = 0;
      if (seen.length > 0) await writeInboxes(seen);
      await writeAlarms(pool, raised);
      raised.length = 0;
      if (lost > 0) log.warn({ event: 'mail.delivery_log.lost', lost }, 'deliveries were not recorded');
      lost = 0;
    } catch (error) {
      log.warn(
        { event: 'mail.delivery_log.write_failed', err: error, deliveries: deliveries.length },
        'the delivery log could not be written',
      );
      for (const delivery of deliveries) restore(delivery);
      for (const alarm of raised) raise(alarm);
      // `writing` is set until then, so no other write starts.
      if (!stopped) await new Promise((done) => setTimeout(done, RETRY_DELAY).unref());
    }
  }

  /** A count that cannot be written is lost: the next messages to the inbox are counted. */
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

  function takeBatch(): DeliveryRow[] {
    if (waiting.size <= BATCH_SIZE) {
      const all = [...waiting.values()];
      waiting = new Map();
      return all;
    }
    const batch: DeliveryRow[] = [];
    for (const [id, delivery] of waiting) {
      if (batch.length === BATCH_SIZE) break;
      batch.push(delivery);
      waiting.delete(id);
    }
    return batch;
  }

  /** Puts a delivery back that could not be written, followed by the events recorded meanwhile. */
  function restore(delivery: DeliveryRow): void {
    const later = waiting.get(delivery.id);
    if (later) merge(delivery, later);
    else if (waiting.size >= MAX_WAITING) return void lost++;
    waiting.set(delivery.id, delivery);
  }

  /** Returns whether to record a delivery. Rejections without an attempt are limited per recipient and minute. */
  function isRecorded(delivery: DeliveryRow): boolean {
    if (delivery.state !== 'refused' || delivery.key === '' || delivery.events.some(({ step }) => step === 'tried'))
      return true;
    const minute = Math.floor(clock().getTime() / 60_000);
    if (rejections.minute !== minute) {
      rejections.minute = minute;
      rejections.counts.clear();
    }
    const count = (rejections.counts.get(delivery.key) ?? 0) + 1;
    rejections.counts.set(delivery.key, count);
    return count <= REJECTIONS_PER_MINUTE;
  }

  function raise({ kind, host, text, count }: Alarm): void {
    const key = `${kind} ${host}`;
    const before = alarms.get(key)?.count ?? 0;
    if (before === 0 && alarms.size >= MAX_WAITING) return;
    alarms.set(key, { kind, host, text, count: before + count });
    schedule(FLUSH_INTERVAL);
  }

  return {
    record(id, step) {
      try {
        const now = clock();
        let delivery = waiting.get(id);
        if (!delivery) {
          if (waiting.size >= MAX_WAITING) return void lost++;
          delivery = emptyDelivery(id, now);
          waiting.set(id, delivery);
        }
        addStep(delivery, step, now);
        if (waiting.size >= BATCH_SIZE) void flush();
        else schedule(FLUSH_INTERVAL);
      } catch (error) {
        log.error(
          { event: 'mail.delivery_log.event_failed', err: error, id },
          'a delivery event could not be recorded',
        );
      }
    },

    alarm(kind, host, text) {
      // Logged once per write: a large receiver may send the same reply for every message.
      if (!alarms.has(`${kind} ${host}`))
        log.error({ event: 'mail.alarm', kind, host, reply: text }, 'mail delivery needs attention');
      raise({ kind, host: storableText(host, MAX_TEXT_LENGTH), text: storableText(text, MAX_TEXT_LENGTH), count: 1 });
    },

    async stop() {
      clearTimeout(timer);
      stopped = true;
      await writing;
      while (waiting.size > 0 || alarms.size > 0) {
        const before = waiting.size + alarms.size;
        await flush();
        // The database is unreachable.
        if (waiting.size + alarms.size >= before) break;
      }
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

/** Returns what a delivery revealed about the inboxes of members, and of its handle if it is known. */
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

function merge(delivery: DeliveryRow, later: DeliveryRow): void {
  delivery.events.push(...later.events);
  delivery.state = laterState(delivery.state, later.state);
  for (const [inbox, sign] of later.inboxes) delivery.inboxes.set(inbox, sign);
}

/** Returns the state after both. A final state is kept when an earlier event arrives late. */
function laterState(before: DeliveryState, after: DeliveryState | null): DeliveryState {
  if (after === null || after === 'under-way') return before;
  return after === 'queued' && before !== 'under-way' ? before : after;
}
