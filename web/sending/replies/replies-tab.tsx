import { useQuery } from '@tanstack/react-query';
import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import type { Handle } from '../../../contract/handles/handles.ts';
import { planHasFeature } from '../../../contract/payments/features.ts';
import { errorText } from '../../api/error-text.ts';
import { useSite } from '../../api/site.ts';
import { replyModeQuery } from '../../forwarding/shared/reply-mode.ts';
import { PlanNotice } from '../../payments/shared/plan-notice.tsx';
import { Loading, Panel, Section } from '../../ui/section.tsx';
import { Strong } from '../../ui/strong.tsx';
import { ContactsSection } from './contacts/contacts-section.tsx';
import { InboxInText } from './inbox-in-text.tsx';
import { ModeChoice } from './mode-choice.tsx';

interface RepliesTabProps {
  handle: Handle;
  address: string;
  record: Forwarding | undefined;
}

/** Replies that are sent from the handle without any setup, and the people who have written. */
export function RepliesTab({ handle, address, record }: RepliesTabProps) {
  const hasFeature = planHasFeature(handle.handle, 'sending', useSite().commonFeatures);
  const {
    data: settings,
    error,
    isFetching,
    refetch,
  } = useQuery({ ...replyModeQuery(handle.id), enabled: hasFeature });
  if (!hasFeature || settings?.entitled === false) {
    return (
      <PlanNotice
        handle={handle}
        feature="sending"
        title="Reply from your handle"
        points={[
          <>
            Press Reply in your own inbox, and the answer leaves from <Strong>{address}</Strong>. Nobody learns your
            real address.
          </>,
          'There is nothing to set up: it works in every mail program and on every phone.',
          'A contact list gives each person an address that you can write to first.',
        ]}
      />
    );
  }
  if (!settings) {
    return (
      <Loading
        label="Loading how replies work"
        failed={
          error !== null && errorText(error, 'We could not load how replies of this handle work. Please try again.')
        }
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const inbox = record?.deliveringTo ?? record?.forwarding_email;
  return (
    <div className="grid grid-cols-1 gap-10 sm:gap-12">
      <Section
        title="When you press Reply"
        about="Choose how mail reaches your inbox. Your choice decides which address a reply shows."
      >
        <ModeChoice handleId={handle.id} address={address} settings={settings} />
        <Panel>
          <InboxInText handleId={handle.id} inbox={inbox} settings={settings} />
        </Panel>
      </Section>
      <ContactsSection handleId={handle.id} address={address} inbox={inbox} />
    </div>
  );
}
