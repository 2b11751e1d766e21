import type { FeedbackDetails } from '../../../contract/admin/mail-reports.ts';
import { Facts } from './facts.tsx';

const TRAFFIC: Record<FeedbackDetails['traffic'], string> = {
  sent: 'Mail that the handle sent',
  forwarded: 'Mail that we forwarded',
  unknown: 'Not known',
};

/** A complaint: somebody marked a message as spam. */
export function FeedbackView({ details }: { details: FeedbackDetails }) {
  return (
    <>
      <Facts
        facts={[
          ['About', TRAFFIC[details.traffic]],
          ['Type', details.type],
          ['Sent by', details.sourceIp],
          ['Domains', details.domains.join(', ')],
          ['Domain of the recipient', details.recipientDomain ?? ''],
          ['Message-ID', details.messageId],
          ['Reporter’s software', details.userAgent],
        ]}
      />
      <p className="text-sm text-soft">
        {details.counted
          ? 'It counts towards pausing sending from this handle.'
          : 'It does not count towards pausing sending.'}{' '}
        Neither the message nor its recipient is stored, only the domain of the recipient.
      </p>
    </>
  );
}
