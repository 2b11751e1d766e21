import { CirclePause } from 'lucide-react';
import type { SendingStatus } from '../../../contract/sending/sending.ts';
import { useSite } from '../../api/site.ts';
import { Button } from '../../ui/form/button.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import { useResumeSending } from '../sending-query.ts';

type Reason = NonNullable<SendingStatus['paused']>['reason'];

const REASONS: Record<Reason, string> = {
  bounces:
    'Too many messages from this handle bounced. The cause is often an old list of addresses, or somebody who has one of your app passwords. Check both before you resume.',
  complaints:
    'Too many recipients reported mail from this handle as spam. Write only to people who expect it, and revoke app passwords that you do not recognise.',
  administrator: 'An administrator paused it.',
};

/** Explains why sending is paused, with the button that resumes it. Renders nothing otherwise. */
export function PausedBanner({ handleId, status: { paused } }: { handleId: number; status: SendingStatus }) {
  const resume = useResumeSending(handleId);
  const { mailDomain } = useSite();
  if (!paused) return null;
  const postmaster = `postmaster@${mailDomain}`;
  return (
    <div
      role="alert"
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 rounded-card border border-warning/40 bg-warning-surface p-4 sm:p-6"
    >
      <CirclePause className="mt-0.5 size-5 text-warning" aria-hidden />
      <div className="grid gap-4">
        <div className="grid gap-1 text-sm">
          <h3 className="text-base font-semibold">
            Sending was paused <RelativeTime at={paused.at} />
          </h3>
          <p>
            {REASONS[paused.reason]} Mail programs are told that sending is paused. Receiving is not affected.
            {paused.reason === 'administrator' && (
              <>
                {' '}
                To have it resumed, write to{' '}
                <a className="font-medium wrap-anywhere underline" href={`mailto:${postmaster}`}>
                  {postmaster}
                </a>
                .
              </>
            )}
          </p>
        </div>
        {paused.reason !== 'administrator' && (
          <Button className="justify-self-start" busy={resume.isPending} onClick={() => resume.mutate()}>
            Resume sending
          </Button>
        )}
      </div>
    </div>
  );
}
