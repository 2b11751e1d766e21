import {
  Ban,
  CircleCheck,
  CircleX,
  DoorOpen,
  Forward,
  Hourglass,
  type LucideIcon,
  PackageCheck,
  RotateCw,
  ShieldCheck,
  Trash2,
  Undo2,
} from 'lucide-react';
import { formatExactTime, formatNearTime, formatStepTime } from '../../../../contract/dates.ts';
import type { Delivery, DeliveryEvent } from '../../../../contract/forwarding/delivery-log.ts';
import { useSite } from '../../../api/site.ts';
import { Badge, TONE_SURFACE } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { type Check, checksOf } from './check-text.ts';
import { CHANGE_TEXT, eventText } from './event-text.ts';
import { inboxOutcomes } from './inbox-outcomes.ts';

const ICONS: Record<DeliveryEvent['step'], LucideIcon> = {
  received: DoorOpen,
  checked: ShieldCheck,
  changed: PackageCheck,
  tried: RotateCw,
  queued: Hourglass,
  delivered: CircleCheck,
  failed: CircleX,
  refused: Ban,
  dropped: Trash2,
  returned: Undo2,
};

/**
 * The delivery events of one message, oldest first: a plain description of each, followed by a technical line.
 */
export function DeliveryTimeline({ delivery }: { delivery: Delivery }) {
  return (
    <>
      <InboxList delivery={delivery} />
      <ol aria-label="What happened to this message" className="grid grid-cols-1">
        {delivery.events.map((_event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever appended
          <Step key={index} delivery={delivery} index={index} />
        ))}
      </ol>
    </>
  );
}

/** The inboxes of a message that went to several, each with its outcome. */
function InboxList({ delivery }: { delivery: Delivery }) {
  const outcomes = inboxOutcomes(delivery);
  if (outcomes.length === 0) return null;
  return (
    <dl aria-label="Inboxes" className="mb-5 grid gap-2 rounded-control border border-border p-3.5 text-sm">
      {outcomes.map(({ inbox, label, tone }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two former members have the same name
        <div key={index} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <dt className="min-w-0 wrap-anywhere first-letter:uppercase">{inbox}</dt>
          <dd>
            <Badge tone={tone}>{label}</Badge>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Step({ delivery, index }: { delivery: Delivery; index: number }) {
  const { [index - 1]: before, [index]: event, [index + 1]: next } = delivery.events;
  if (!event) return null;
  const { title, plain, technical, tone } = eventText(event, {
    before,
    next: delivery.events.slice(index + 1).find(({ inbox }) => inbox === event.inbox),
    direction: delivery.direction,
    hasSeveralInboxes: inboxOutcomes(delivery).length > 0,
  });
  const Icon = event.step === 'delivered' && event.final === false ? Forward : ICONS[event.step];
  return (
    <li className="grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-3">
      <div className="flex flex-col items-center">
        <span className={classNames('grid size-8 shrink-0 place-items-center rounded-full', TONE_SURFACE[tone])}>
          <Icon className="size-4" aria-hidden />
        </span>
        {next && <span aria-hidden className="my-1 w-px flex-1 bg-border" />}
      </div>
      <div className={classNames('min-w-0 pt-1 text-sm', next && 'pb-5')}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h4 className="font-semibold">{title}</h4>
          <time dateTime={event.at} title={formatExactTime(event.at)} className="text-xs text-soft tabular-nums">
            {formatStepTime(event.at, delivery.receivedAt)}
          </time>
        </div>
        {plain && <p className="mt-0.5 max-w-[60ch] wrap-anywhere text-soft">{plain}</p>}
        {event.step === 'received' && <Received delivery={delivery} />}
        {event.step === 'checked' && <Checks event={event} client={delivery.client} />}
        {event.step === 'changed' && <Changes event={event} />}
        {event.nextAt && (
          <p className="mt-0.5 text-soft">
            Next try: <time dateTime={event.nextAt}>{formatNearTime(event.nextAt)}</time>.
          </p>
        )}
        {technical && <Technical>{technical}</Technical>}
      </div>
    </li>
  );
}

function Received({ delivery: { author, client, sender, recipient, size, direction } }: { delivery: Delivery }) {
  return (
    <>
      <p className="mt-0.5 wrap-anywhere text-soft">
        {direction === 'received'
          ? `Sent by the server at ${client}, ${formatSize(size)}.`
          : `From ${author}, ${formatSize(size)}.`}
      </p>
      <Technical>{`MAIL FROM:<${sender}>\nRCPT TO:<${recipient}>`}</Technical>
    </>
  );
}

const LOOPBACK = ['127.0.0.1', '::1'];

function Checks({ event, client }: { event: DeliveryEvent; client: string }) {
  const { mailDomain } = useSite();
  return (
    <dl className="mt-2 grid gap-2.5">
      {checksOf(event, LOOPBACK.includes(client) ? mailDomain : undefined).map((check, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two signatures may have equal results
        <CheckLine key={index} check={check} />
      ))}
    </dl>
  );
}

function CheckLine({ check: { name, result, domain, tone, meaning } }: { check: Check }) {
  return (
    <div className="grid grid-cols-[3.25rem_minmax(0,1fr)] gap-x-2 gap-y-1 sm:grid-cols-[3.25rem_5.75rem_minmax(0,1fr)]">
      <dt className="self-center text-xs font-semibold sm:self-start sm:pt-1">{name}</dt>
      <dd>
        <Badge tone={tone}>{result}</Badge>
      </dd>
      <dd className="text-soft max-sm:col-span-2 sm:pt-0.5">
        {domain && <span className="font-medium wrap-anywhere text-text">{domain}: </span>}
        {meaning}
      </dd>
    </div>
  );
}

function Changes({ event }: { event: DeliveryEvent }) {
  return (
    <ul className="mt-1 grid max-w-[60ch] list-disc gap-1 pl-4 text-soft marker:text-border">
      {event.changes?.map((change) => (
        <li key={change}>{CHANGE_TEXT[change]}</li>
      ))}
    </ul>
  );
}

function Technical({ children }: { children: string }) {
  return (
    <code className="mt-1.5 block rounded-lg bg-muted/70 px-2.5 py-1.5 text-xs/relaxed wrap-anywhere whitespace-pre-wrap text-text">
      {children}
    </code>
  );
}

function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
