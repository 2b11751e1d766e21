import { type AdminDelivery, getAdminMail, mailQueryOf } from '../../contract/admin/mail.ts';
import type { DeliveryEvent } from '../../contract/forwarding/delivery-log.ts';
import { COMMAND_LINE } from '../../server/admin/audit/audit-store.ts';
import { traceMail } from '../../server/admin/mail-trace/mail-trace-rules.ts';
import { type Command, command, parse } from './command.ts';

/** The command of the tab "Mail Trace". */
export const MAIL_COMMANDS: Command[] = [
  command(
    'mail trace',
    'shows what happened to the mail of a handle or to one message; the audit log records each use',
    {
      calls: [getAdminMail],
      args: ['HANDLE|ID'],
      flags: {
        search: { hint: 'TEXT', about: 'only mail of the handle whose sender or recipient contains this text' },
        limit: { hint: 'N', about: 'how many, 30 by default' },
        after: { hint: 'CURSOR', about: 'continues where the last page ended' },
      },
      async run({ db }, { args: [of = ''], flags }) {
        const query = parse(getAdminMail.query, { ...flags, ...mailQueryOf(of) });
        const { items, next = null } = await traceMail(db, COMMAND_LINE, query);
        return { items, next };
      },
      lines: ({ items, next }) => [
        ...items.flatMap(linesOf),
        ...(items.length === 0 ? ['The delivery log of the last 90 days has no mail of this handle.'] : []),
        ...(next === null ? [] : [`More: --after ${next}`]),
      ],
    },
  ),
];

function linesOf({ id, direction, sender, recipient, state, receivedAt, events, queue }: AdminDelivery): string[] {
  const way = `${sender || '<> (a bounce)'} -> ${recipient}`;
  return [
    `${receivedAt}  ${state.toUpperCase()}  ${direction}  ${way}  ${id}`,
    ...events.map((event) => `  ${eventLine(event)}`),
    ...queue.map(({ id: copy, attempts, nextAt, held, lastReply }) => {
      const next = held ? 'held by an operator' : `next try ${nextAt}`;
      return `  in the queue as ${copy}, ${attempts} attempts, ${next}${lastReply ? `, last reply: ${lastReply}` : ''}`;
    }),
  ];
}

function eventLine({ at, step, spf, dkim, dmarc, host, code, enhanced, words, note, nextAt }: DeliveryEvent): string {
  const checks = [spf && `spf ${spf}`, dkim?.length && `dkim ${dkim.join(' ')}`, dmarc && `dmarc ${dmarc}`];
  const parts = [at.slice(11, 19), step, ...checks, host, code, enhanced, words, note, nextAt && `next try ${nextAt}`];
  return parts.filter(Boolean).join('  ');
}
