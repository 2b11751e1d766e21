import type { DeliveryStep, Recorder } from '../../../mail/host/recorder.ts';
import type { SmtpObserver } from '../../../mail/host/smtp-observer.ts';
import { counter, durations, gauge } from '../../platform/metrics/registry.ts';
import { inSpan } from '../../platform/tracing/tracing.ts';

const sessions = counter('nameplate_smtp_sessions_total', 'SMTP sessions', ['service']);
const replies = counter('nameplate_smtp_replies_total', 'Replies to SMTP commands', ['service', 'command', 'class']);
const messageSeconds = durations(
  'nameplate_smtp_message_duration_seconds',
  'Time from DATA until a message got its reply',
  ['service'],
);
const received = counter('nameplate_mail_received_total', 'Copies of messages that were accepted or rejected', [
  'direction',
]);
const deliveries = counter('nameplate_mail_deliveries_total', 'Events of copies of messages', ['outcome']);
const returned = counter('nameplate_mail_returned_total', 'Messages to return addresses', ['kind']);
const alarms = counter('nameplate_mail_alarms_total', 'Replies of other servers that are about this server', ['kind']);
const ALARM_KINDS = ['reputation', 'mailbox-full', 'tls'] as const satisfies Parameters<Recorder['alarm']>[0][];
// Prometheus sees no increase in a series that begins at 1, so without a 0 the first alarm would raise no alert.
for (const kind of ALARM_KINDS) alarms.inc({ kind }, 0);

const open = new Map<string, number>();
gauge('nameplate_smtp_sessions_open', 'Open SMTP sessions', ['service'], () =>
  [...open].map(([service, value]) => ({ labels: { service }, value })),
);

/** Counts SMTP sessions and replies, and times and traces messages. */
export const smtpMetrics: SmtpObserver = {
  opened(service) {
    sessions.inc({ service });
    open.set(service, (open.get(service) ?? 0) + 1);
  },
  closed(service) {
    open.set(service, (open.get(service) ?? 0) - 1);
  },
  replied(service, command, code) {
    replies.inc({ service, command, class: `${Math.floor(code / 100)}xx` });
  },
  returned(kind) {
    returned.inc({ kind });
  },
  message(service, work) {
    const startedAt = performance.now();
    return inSpan(`smtp ${service} message`, { 'nameplate.service': service }, async (span) => {
      const reply = await work();
      messageSeconds.observe({ service }, (performance.now() - startedAt) / 1000);
      span?.set({ 'nameplate.reply': reply?.code ?? 0 });
      return reply;
    });
  },
};

/** Returns the event under which a step is counted, or null. */
function outcomeOf(step: DeliveryStep): string | null {
  switch (step.step) {
    case 'tried':
      if (step.result.kind === 'refused') return 'rejected';
      if (step.result.kind === 'deferred') return 'deferred';
      return step.result.final ? 'delivered' : 'handed_on';
    case 'queued':
    case 'refused':
    case 'dropped':
    case 'returned':
    case 'failed':
      return step.step;
    default:
      return null;
  }
}

/** Wraps a recorder to count what it records. */
export function measured<T extends Omit<Recorder, 'limitReached'>>(recorder: T): T {
  return {
    ...recorder,
    record(id, step) {
      if (step.step === 'received') received.inc({ direction: step.direction ?? 'received' });
      const outcome = outcomeOf(step);
      if (outcome) deliveries.inc({ outcome });
      recorder.record(id, step);
    },
    alarm(kind, host, text) {
      alarms.inc({ kind });
      recorder.alarm(kind, host, text);
    },
  };
}
