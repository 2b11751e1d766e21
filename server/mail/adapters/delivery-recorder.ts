import type pg from 'pg';
import type { DeliveryState } from '../../../contract/delivery-log.ts';
import type { FlightStep, Recorder } from '../../../mail/host.ts';
import { type DeliveryRow, writeAlarms, writeDeliveries } from '../../delivery-log/shared/write-store.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import type { Logger } from '../../platform/log/log.ts';
import { eventOf, inboxAfter, LONGEST_TEXT, plainText, stateAfter } from './delivery-event.ts';

/** Milliseconds between two writes; sooner where so many flights wait. */
const FLUSH_EVERY = 200;
const BATCH = 500;
/** Flights kept while the database is away, some 40 MB; what comes after them is lost. */
const MOST_WAITING = 20_000;
/** After a failure, milliseconds. */
const AGAIN_AFTER = 1000;
/** Refusals of ours written down for one recipient in a minute: who hammers on a closed door fills no disk. */
const REFUSALS_A_MINUTE = 30;

interface Alarm {
  kind: string;
  host: string;
  words: string;
  count: number;
}

/** A recorder whose notes are in memory for a moment. */
export interface DeliveryRecorder extends Omit<Recorder, 'limitReached'> {
  /** Writes down what is in memory, as far as the database is there, and ends. */
  stop(): Promise<void>;
}

/**
 * Writes what happens to mail into the table `flights`, many at a time and after the fact: mail never waits for it. What
 * is in memory when the process is killed is lost, which is the last fifth of a second.
 */
export function createDeliveryRecorder(pool: pg.Pool, clock: Clock, log: Logger): DeliveryRecorder {
  let waiting = new Map<string, DeliveryRow>();
  let alarms = new Map<string, Alarm>();
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let stopped = false;
  const refusals = { minute: 0, counts: new Map<string, number>() };

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
      if (waiting.size > 0 || alarms.size > 0) schedule(waiting.size >= BATCH ? 0 : FLUSH_EVERY);
    });
    return writing;
  }

  async function write(): Promise<void> {
    const flights = takeBatch();
    const raised = [...alarms.values()];
    alarms = new Map();
    try {
      const paused = await writeDeliveries(pool, flights.filter(isWanted), clock());
      for (const handle of paused) log.warn({ handle }, 'forwarding paused: its inbox is gone');
      flights.length = 0;
      await writeAlarms(pool, raised);
      raised.length = 0;
      if (lost > 0) log.warn({ lost }, 'the flight recorder could not write some flights down');
      lost = 0;
    } catch (error) {
      log.warn({ err: error, flights: flights.length }, 'the flight recorder could not write');
      for (const flight of flights) giveBack(flight);
      for (const alarm of raised) raise(alarm);
      // Until then nothing else tries: `writing` is set.
      if (!stopped) await new Promise((done) => setTimeout(done, AGAIN_AFTER).unref());
    }
  }

  function takeBatch(): DeliveryRow[] {
    if (waiting.size <= BATCH) {
      const all = [...waiting.values()];
      waiting = new Map();
      return all;
    }
    const batch: DeliveryRow[] = [];
    for (const [id, flight] of waiting) {
      if (batch.length === BATCH) break;
      batch.push(flight);
      waiting.delete(id);
    }
    return batch;
  }

  /** What could not be written waits on, with what was noted meanwhile behind it. */
  function giveBack(flight: DeliveryRow): void {
    const later = waiting.get(flight.id);
    if (later) merge(flight, later);
    else if (waiting.size >= MOST_WAITING) return void lost++;
    waiting.set(flight.id, flight);
  }

  /** Whether it is written down: what we refused without trying the inbox is, a few times a minute. */
  function isWanted(flight: DeliveryRow): boolean {
    if (flight.state !== 'refused' || flight.key === '' || flight.events.some(({ step }) => step === 'tried'))
      return true;
    const minute = Math.floor(clock().getTime() / 60_000);
    if (refusals.minute !== minute) {
      refusals.minute = minute;
      refusals.counts.clear();
    }
    const count = (refusals.counts.get(flight.key) ?? 0) + 1;
    refusals.counts.set(flight.key, count);
    return count <= REFUSALS_A_MINUTE;
  }

  function raise({ kind, host, words, count }: Alarm): void {
    const key = `${kind} ${host}`;
    const before = alarms.get(key)?.count ?? 0;
    if (before === 0 && alarms.size >= MOST_WAITING) return;
    alarms.set(key, { kind, host, words, count: before + count });
    schedule(FLUSH_EVERY);
  }

  return {
    note(id, step) {
      try {
        const now = clock();
        let flight = waiting.get(id);
        if (!flight) {
          if (waiting.size >= MOST_WAITING) return void lost++;
          flight = emptyFlight(id, now);
          waiting.set(id, flight);
        }
        add(flight, step, now);
        if (waiting.size >= BATCH) void flush();
        else schedule(FLUSH_EVERY);
      } catch (error) {
        log.error({ err: error, id }, 'a step of a flight could not be noted');
      }
    },

    alarm(kind, host, words) {
      // Once for each write: a big receiver may say the same of every message.
      if (!alarms.has(`${kind} ${host}`)) log.error({ kind, host, words }, 'mail needs a look');
      raise({ kind, host: plainText(host, LONGEST_TEXT), words: plainText(words, LONGEST_TEXT), count: 1 });
    },

    async stop() {
      clearTimeout(timer);
      stopped = true;
      await writing;
      while (waiting.size > 0 || alarms.size > 0) {
        const before = waiting.size + alarms.size;
        await flush();
        // The database is away: there is nothing more to be done for them.
        if (waiting.size + alarms.size >= before) break;
      }
    },
  };
}

function emptyFlight(id: string, now: Date): DeliveryRow {
  const nothing = { recipient: '', sender: '', author: '', subject: '', client: '', size: 0 };
  return { id, key: '', ...nothing, state: 'under-way', at: now.toISOString(), events: [], inbox: null };
}

function add(flight: DeliveryRow, step: FlightStep, now: Date): void {
  if (step.step === 'received') {
    flight.key = step.key;
    flight.recipient = plainText(step.recipient, LONGEST_TEXT);
    flight.sender = plainText(step.sender, LONGEST_TEXT);
    flight.author = plainText(step.author, LONGEST_TEXT);
    flight.subject = plainText(step.subject, LONGEST_TEXT);
    flight.client = plainText(step.client, LONGEST_TEXT);
    flight.size = step.size;
  }
  flight.events.push(eventOf(step, now));
  flight.state = newer(flight.state, stateAfter(step));
  flight.inbox = inboxAfter(step) ?? flight.inbox;
}

function merge(flight: DeliveryRow, later: DeliveryRow): void {
  flight.events.push(...later.events);
  flight.state = newer(flight.state, later.state);
  flight.inbox = later.inbox ?? flight.inbox;
}

/** What is over stays over, however late an earlier word arrives. */
function newer(before: DeliveryState, after: DeliveryState | null): DeliveryState {
  if (after === null || after === 'under-way') return before;
  return after === 'queued' && before !== 'under-way' ? before : after;
}
