import { days, VISIT_MONTHS } from '../../contract/kept-days.ts';

/** How long we keep what, in the privacy policy. */
export function RetentionChapter() {
  return (
    <>
      <p>
        We keep your data while you have an account. Personal data is removed within 30 days of account deletion.
        Delivery logs are purged after {days('deliveries')}. Records of payments are kept for as long as tax law asks
        for them.
      </p>
      <p>
        The delivery logs of sent mail and the reports of other providers are purged after {days('mailReports')}, too,
        and counts of recipients after {days('sendingUsage')}. Recipients of automatic replies are forgotten after{' '}
        {days('autoReplies')}, and people only named in mail after {days('contacts')}. The numbers of messages that you
        replied to are kept for 180 days. Messages to support, and our answers, are deleted {days('supportRequests')}{' '}
        after we closed them. Contacts and app passwords stay until you delete them, or the handle is no longer yours.
        Changes to a handle are recorded for its team, without contents, and purged after{' '}
        {`${days('activity')}; invitations`}, {days('invitations')} after they expire. When a handle is handed over, its
        contacts and delivery log are deleted. A picture that your page no longer uses is deleted after{' '}
        {days('unusedPictures')}. Numbers of visits are kept for {VISIT_MONTHS} months, or until the handle is no longer
        yours. A request to join an email list is deleted after {days('listRequests')} without your confirmation. A
        subscription stays until you unsubscribe, the owner removes it, or the handle is given up or handed over; every
        email that we send about it has a link that deletes it.
      </p>
      <p>
        You may see, correct, take with you and delete what we hold about you, and object to how we use it. You may also
        complain to the data protection authority where you live.
      </p>
    </>
  );
}
