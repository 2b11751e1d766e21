import { ChevronDown, Mailbox } from 'lucide-react';
import type { SendingStatus } from '../../../contract/sending/sending.ts';
import { Panel, Part, Section } from '../../ui/section.tsx';
import { programs, type ServerAccess } from './programs.tsx';
import { Values } from './values.tsx';

/** Instructions for mail programs that send from the handle. */
export function SetupGuide({ status: { address, server } }: { status: SendingStatus }) {
  const access: ServerAccess = { address, ...server };
  const hasService = server.submissions !== null || server.submission !== null;
  return (
    <Section
      title="Set up your mail program"
      about="Create an app password first, then enter these values. Any program that can send through its own server works."
    >
      {!hasService && (
        <p className="rounded-control bg-muted px-3.5 py-2.5 text-sm text-soft">
          The sending service is switched off on this installation at the moment.
        </p>
      )}
      {hasService && (
        <Panel>
          <Part title="The values">
            <Values
              label="Values for a mail program"
              values={[
                { label: 'Outgoing server (SMTP)', text: server.host },
                ...(server.submissions === null
                  ? []
                  : [{ label: 'Port, with SSL/TLS', text: `${server.submissions}` }]),
                ...(server.submission === null
                  ? []
                  : [
                      {
                        label: server.submissions === null ? 'Port, with STARTTLS' : 'Or port, with STARTTLS',
                        text: `${server.submission}`,
                      },
                    ]),
                { label: 'User name', text: address },
                { label: 'Password', note: 'An app password from above' },
              ]}
            />
            <p className="flex gap-2.5 rounded-control bg-info-surface px-3.5 py-2.5 text-sm">
              <Mailbox className="mt-0.5 size-4 shrink-0 text-info" aria-hidden />
              <span>
                <strong className="font-semibold">There is no incoming server.</strong> Your mail is forwarded to your
                inbox and not kept here, so there is no IMAP and no POP. If a program insists on an incoming server,
                enter that of your inbox.
              </span>
            </p>
          </Part>
          {programs(access).map(({ name, summary, content }) => (
            <details key={name} name="mail-program" className="group">
              <summary className="flex min-h-16 cursor-pointer list-none items-center gap-3 px-4 py-3 -outline-offset-2 transition-colors hover:bg-hover/50 sm:px-6 [&::-webkit-details-marker]:hidden">
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{name}</span>
                  <span className="block text-sm text-soft">{summary}</span>
                </span>
                <ChevronDown
                  className="size-4 shrink-0 text-soft transition-transform duration-150 group-open:rotate-180"
                  aria-hidden
                />
              </summary>
              <div className="grid grid-cols-1 gap-4 px-4 pt-1 pb-6 text-sm sm:px-6">{content}</div>
            </details>
          ))}
        </Panel>
      )}
    </Section>
  );
}
