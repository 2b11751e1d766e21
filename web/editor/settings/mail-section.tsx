import { Hourglass } from 'lucide-react';
import { Link } from 'react-router';
import type { Handle } from '../../../contract/handles/handles.ts';
import { pages } from '../../../contract/paths.ts';
import { useSite } from '../../api/site.ts';
import { MailStateLine } from '../../own-handles/mail-state/mail-state-line.tsx';
import { MAIL_STATE_VIEWS } from '../../own-handles/mail-state/mail-state-view.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmailInput } from '../../ui/form/email-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { type SectionProps, SettingsSection, SwitchRow } from './settings-section.tsx';

/** The forwarding settings of a handle. A new address takes effect once it is verified. */
export function MailSection({ handle, values, fieldErrors, change }: SectionProps) {
  const { mailDomain } = useSite();
  return (
    <SettingsSection title="Email Forwarding">
      <SwitchRow
        label="Enable Email Forwarding"
        description={`Mail to ${handle.handle}@${mailDomain} is forwarded to your real inbox.`}
        checked={values.emailForwarding}
        onChange={(emailForwarding) => change({ emailForwarding })}
      />
      <Field
        label="Forward to Email"
        error={fieldErrors.forwardingEmail}
        help={<AddressHelp handle={handle} typed={values.forwardingEmail.trim()} />}
      >
        {(control) => (
          <EmailInput
            {...control}
            value={values.forwardingEmail}
            onChange={(event) => change({ forwardingEmail: event.target.value })}
          />
        )}
      </Field>
    </SettingsSection>
  );
}

/** Explains what saving the typed address does. */
function AddressHelp({ handle, typed }: { handle: Handle; typed: string }) {
  const { forwardingEmail, forwardingStatus, deliveringTo } = handle;
  if (typed === '') return forwardingEmail ? 'Without an address, forwarding is removed.' : NEW_ADDRESS_HELP;
  if (typed !== forwardingEmail) return NEW_ADDRESS_HELP;
  if (forwardingStatus === 'verified') {
    const { Icon, tone } = MAIL_STATE_VIEWS[handle.mail.state];
    return (
      <span className="grid justify-items-start gap-2">
        <Badge tone={tone}>
          <Icon aria-hidden /> Verified
        </Badge>
        <MailStateLine handle={handle} />
      </span>
    );
  }
  if (handle.mail.state === 'unverifiable') return <MailStateLine handle={handle} />;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone="warning">
        <Hourglass aria-hidden /> Pending Verification
      </Badge>
      {deliveringTo && <span className="wrap-anywhere">Mail still goes to {deliveringTo}</span>}
      <Link
        to={pages.manageEmail(handle.id)}
        className="inline-flex min-h-11 items-center font-medium text-accent underline"
      >
        Send the mail again
      </Link>
    </span>
  );
}

const NEW_ADDRESS_HELP = 'We send a verification link there first.';
