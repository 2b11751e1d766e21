import { expect, it } from 'vitest';
import type { Delivery, DeliveryEvent } from '../../../../contract/forwarding/delivery-log.ts';
import { eventText } from './event-text.ts';
import { inboxOutcomes } from './inbox-outcomes.ts';

const at = '2026-11-21T15:00:00.000Z';
const delivery = (events: Omit<DeliveryEvent, 'at'>[]) =>
  ({ events: events.map((event) => ({ at, ...event })) }) as Delivery;

it('returns the outcome of a message at each inbox from its last event', () => {
  const outcomes = inboxOutcomes(
    delivery([
      { step: 'received' },
      { step: 'tried', code: 450 },
      { step: 'tried', code: 550, inbox: 'anna@accounts.example' },
      { step: 'failed', inbox: 'anna@accounts.example' },
      { step: 'queued', nextAt: at, inbox: null },
      { step: 'delivered', final: true },
    ]),
  );
  expect(outcomes.map(({ inbox, label }) => [inbox, label])).toEqual([
    ['inbox of the handle', 'Delivered'],
    ['inbox of anna@accounts.example', 'Refused'],
    ['inbox of a former member', 'Waiting'],
  ]);
});

it('lists no inboxes for a message that went only to the inbox of the handle', () => {
  expect(inboxOutcomes(delivery([{ step: 'tried', code: 450 }, { step: 'queued' }, { step: 'delivered' }]))).toEqual(
    [],
  );
});

it('names the inbox of each event if there are several, and never calls one of them yours', () => {
  const context = { hasSeveralInboxes: true };
  const titles = [
    eventText({ at, step: 'tried', code: 550 }, context),
    eventText({ at, step: 'tried', code: 0, inbox: 'anna@accounts.example' }, context),
    eventText({ at, step: 'delivered', final: true, inbox: 'anna@accounts.example' }, context),
    eventText({ at, step: 'failed', inbox: null }, context),
    eventText({ at, step: 'queued', inbox: 'anna@accounts.example', note: 'It is full' }, context),
  ];
  expect(titles.map(({ title }) => title)).toEqual([
    'The inbox of the handle refused it',
    'The inbox of anna@accounts.example did not respond',
    'Delivered to the inbox of anna@accounts.example',
    'The inbox of a former member does not get it',
    'Waiting in our queue for the inbox of anna@accounts.example',
  ]);
  expect(titles.at(-1)?.plain).toContain('It is full.');
});
