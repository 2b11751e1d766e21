import { useQuery } from '@tanstack/react-query';
import { MailX } from 'lucide-react';
import { hasRight } from '../../contract/roles.ts';
import { type MemberInbox, memberInboxChange } from '../../contract/teams/member-inbox.ts';
import type { Team } from '../../contract/teams/teams.ts';
import { errorText } from '../api/error-text.ts';
import { failureOf } from '../api/failure.ts';
import { Button } from '../ui/form/button.tsx';
import { EmailInput } from '../ui/form/email-input.tsx';
import { Field } from '../ui/form/field.tsx';
import { Switch } from '../ui/form/switch.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { Empty, Loading, Panel, Part, Section } from '../ui/section.tsx';
import { Strong } from '../ui/strong.tsx';
import { toast } from '../ui/toast/toast-store.ts';
import { memberInboxQuery, useResendMemberInbox, useSaveMemberInbox } from './team-query.ts';

interface MemberInboxSectionProps {
  handleId: number;
  team: Team;
  mailDomain: string;
}

/**
 * The inbox in which the signed-in member receives the mail of the handle, or a note that the owner has not given it to
 * them.
 */
export function MemberInboxSection({ handleId, team, mailDomain }: MemberInboxSectionProps) {
  if (hasRight(team, 'copy')) return <GrantedInbox handleId={handleId} address={`${team.handle}@${mailDomain}`} />;
  return (
    <Section title="Your inbox" about="A member gets a copy of the mail if the owner allows it.">
      <Panel>
        <Empty icon={<MailX aria-hidden />} title="No mail for you here">
          <p>The owner has not given you the mail of {team.handle}.</p>
        </Empty>
      </Panel>
    </Section>
  );
}

function GrantedInbox({ handleId, address }: { handleId: number; address: string }) {
  const { data: inbox, error, isFetching, refetch } = useQuery(memberInboxQuery(handleId));
  return (
    <Section
      title="Your inbox"
      about={
        <>
          You may get a copy of the mail to <Strong>{address}</Strong>. Nobody else in the team sees the address of your
          inbox.
        </>
      }
    >
      {inbox ? (
        <InboxPanel key={`${inbox.address} ${inbox.pendingAddress}`} handleId={handleId} inbox={inbox} />
      ) : (
        <Loading
          label="Loading your inbox"
          failed={error !== null && errorText(error, 'We could not load your inbox. Please try again.')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Section>
  );
}

function InboxPanel({ handleId, inbox }: { handleId: number; inbox: MemberInbox }) {
  const current = inbox.pendingAddress ?? inbox.address;
  const save = useSaveMemberInbox(handleId, () => toast({ title: 'Saved' }));
  const resend = useResendMemberInbox(handleId);
  const { values, errors, form, input } = useForm(
    { email: current ?? '' },
    {
      busy: save.isPending,
      onChange: () => save.isError && save.reset(),
      onSubmit({ email }) {
        const parsed = memberInboxChange.safeParse({ email, wanted: inbox.wanted });
        if (!parsed.success) return { email: parsed.error.issues[0]?.message };
        save.mutate(parsed.data);
      },
    },
  );
  const email = values.email.trim();

  return (
    <Panel>
      <Part
        title="Receive the mail"
        about={inbox.wanted ? 'You get a copy of each message.' : 'You get no mail from this handle.'}
        aside={
          <Switch
            label="Receive the mail of this handle"
            checked={inbox.wanted}
            disabled={save.isPending}
            muted={inbox.address === null}
            onChange={(wanted) => save.mutate({ email: current, wanted })}
          />
        }
      />
      <Part title="Address" about={<InboxState inbox={inbox} />}>
        <form {...form} className="flex flex-wrap items-start gap-3">
          <div className="min-w-0 flex-1 basis-64">
            <Field
              label="Your real inbox"
              error={errors.email ?? failureOf(save, 'This could not be saved. Please try again.')}
            >
              {(control) => <EmailInput {...control} {...input('email')} />}
            </Field>
          </div>
          <div className="flex flex-wrap gap-2 max-sm:w-full sm:pt-6.5 max-sm:[&>button]:flex-1">
            <Button type="submit" busy={save.isPending} disabled={email === '' || email === current}>
              Save
            </Button>
            {inbox.pendingAddress && (
              <Button variant="secondary" busy={resend.isPending} onClick={() => resend.mutate()}>
                Send the email again
              </Button>
            )}
            {current && (
              <Button
                variant="ghost"
                busy={save.isPending}
                onClick={() => save.mutate({ email: null, wanted: inbox.wanted })}
              >
                Remove
              </Button>
            )}
          </div>
        </form>
      </Part>
    </Panel>
  );
}

function InboxState({ inbox: { address, pendingAddress, pausedAt } }: { inbox: MemberInbox }) {
  if (pausedAt) {
    return (
      <span className="text-danger">
        <span className="wrap-anywhere">{address}</span> no longer exists, so nothing is sent there. Save another
        address.
      </span>
    );
  }
  if (pendingAddress) {
    return (
      <>
        Open the link in the email to <Strong>{pendingAddress}</Strong>.{' '}
        {address ? <>Until then mail goes to {address}.</> : 'Mail reaches you from then on.'}
      </>
    );
  }
  return address ? (
    <>
      Verified: <Strong>{address}</Strong>
    </>
  ) : (
    'We send a link to this address to make sure that it is yours.'
  );
}
