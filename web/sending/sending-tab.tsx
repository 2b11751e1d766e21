import { useQuery } from '@tanstack/react-query';
import type { Forwarding } from '../../contract/forwarding/forwarding.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import { planHasFeature } from '../../contract/payments/features.ts';
import { hasRight } from '../../contract/roles.ts';
import { errorText } from '../api/error-text.ts';
import { useSite } from '../api/site.ts';
import { PlanNotice } from '../payments/shared/plan-notice.tsx';
import { Loading, Panel, Section } from '../ui/section.tsx';
import { SetupGuide } from './guide/setup-guide.tsx';
import { AppPasswords } from './passwords/app-passwords.tsx';
import { SendTest } from './send-test.tsx';
import { sendingQuery } from './sending-query.ts';
import { Allowance } from './status/allowance.tsx';
import { PausedBanner } from './status/paused-banner.tsx';
import { PlanEnd } from './status/plan-end.tsx';
import { SuppressedRecipients } from './suppressed-recipients.tsx';

interface SendingTabProps {
  handle: Handle;
  address: string;
  record: Forwarding | undefined;
}

/** Sending from a handle with any mail program. */
export function SendingTab({ handle, address, record }: SendingTabProps) {
  // A test goes to the inbox, and suppressed recipients are people whom the handle wrote to.
  const seesMail = hasRight(handle, 'mail');
  const hasFeature = planHasFeature(handle.handle, 'sending', useSite().commonFeatures);
  const { data: status, error, isFetching, refetch } = useQuery({ ...sendingQuery(handle.id), enabled: hasFeature });
  if (!hasFeature || status?.entitled === false) {
    return (
      <div className="grid grid-cols-1 gap-10 sm:gap-12">
        <PlanNotice
          handle={handle}
          feature="sending"
          title="Send mail from your handle"
          points={[
            <>
              Write from Gmail, Outlook, Apple Mail or Thunderbird, and recipients see{' '}
              <span className="font-medium wrap-anywhere">{address}</span>, never your real inbox.
            </>,
            'Each message is signed (DKIM) and passes SPF and DMARC, so that it is not taken for a forgery.',
            'You see for each recipient whether the message arrived.',
          ]}
        />
        {hasFeature && <AppPasswords handleId={handle.id} canCreate={false} />}
      </div>
    );
  }
  if (!status) {
    return (
      <Loading
        label="Loading what this handle may send"
        failed={error !== null && errorText(error, 'We could not load what this handle may send. Please try again.')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className="grid grid-cols-1 gap-10 sm:gap-12">
      <Section
        title="Send from this handle"
        about={
          <>
            Recipients see <span className="wrap-anywhere">{address}</span>. Your real inbox stays private.
          </>
        }
      >
        <PausedBanner handleId={handle.id} status={status} />
        <Panel>
          <Allowance status={status} />
          {seesMail && (
            <SendTest
              mail={handle.mail}
              handleId={handle.id}
              address={address}
              record={record}
              isPaused={status.paused !== null}
            />
          )}
        </Panel>
      </Section>
      <AppPasswords handleId={handle.id} canCreate />
      <SetupGuide status={status} />
      <Section title="Good to know">
        <Panel>
          {seesMail && <SuppressedRecipients handleId={handle.id} />}
          <PlanEnd status={status} />
        </Panel>
      </Section>
    </div>
  );
}
