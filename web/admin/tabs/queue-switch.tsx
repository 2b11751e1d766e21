import { CirclePause, Pause, Play } from 'lucide-react';
import type { MailQueue } from '../../../contract/admin/mail-queue.ts';
import { postAdminMailQueuePause, postAdminMailQueueResume } from '../../../contract/admin/mail-queue.ts';
import { formatAdminTime } from '../../../contract/dates.ts';
import { Button } from '../../ui/form/button.tsx';
import { May } from '../may.tsx';
import type { AdminAction } from '../reason-dialog.tsx';
import { useAdminAction } from '../use-admin-action.tsx';

const PAUSE: AdminAction = {
  title: 'Pause the mail queue?',
  description:
    'Waiting mail stays in the queue until you resume it. New mail is still accepted, and delivered if the first attempt succeeds.',
  confirmLabel: 'Pause',
  isDestructive: true,
  call: postAdminMailQueuePause,
  at: {},
  successMessage: 'The mail queue is paused.',
};
const RESUME: AdminAction = {
  title: 'Resume the mail queue?',
  description:
    'Delivery of waiting mail starts immediately. After a restore, mail that was delivered after the backup is delivered again.',
  confirmLabel: 'Resume',
  isDestructive: false,
  call: postAdminMailQueueResume,
  at: {},
  successMessage: 'The mail queue is running again.',
};

/** The state of the queue, and the button that pauses or resumes it. */
export function QueueSwitch({ paused, summary }: { paused: MailQueue['paused']; summary: string }) {
  const { ask, dialog } = useAdminAction();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-soft">{summary}</p>
        {!paused && (
          <May call={postAdminMailQueuePause}>
            <Button variant="secondary" onClick={() => ask(PAUSE)}>
              <Pause aria-hidden /> Pause Queue
            </Button>
          </May>
        )}
      </div>
      {paused && (
        <div
          role="status"
          className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-warning/40 bg-warning-surface px-4 py-3 text-sm"
        >
          <CirclePause className="size-5 shrink-0 text-warning" aria-hidden />
          <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
            <strong className="font-semibold">The queue has been paused since {formatAdminTime(paused.at)}.</strong>{' '}
            {paused.reason}
          </p>
          <May call={postAdminMailQueueResume}>
            <Button onClick={() => ask(RESUME)}>
              <Play aria-hidden /> Resume Queue
            </Button>
          </May>
        </div>
      )}
      {dialog}
    </>
  );
}
