import { CirclePause, Pause, Play } from 'lucide-react';
import type { MailQueue } from '../../../contract/admin.ts';
import { calls } from '../../../contract/paths.ts';
import { Button } from '../../ui/form/button.tsx';
import { formatDate } from '../format.ts';
import type { AdminAction } from '../reason-dialog.tsx';
import { useAdminAction } from '../use-admin-action.tsx';

const PAUSE: AdminAction = {
  title: 'Pause the mail queue?',
  words:
    'Waiting mail stays where it is until somebody resumes the queue. New mail is still taken, and delivered where that works at once.',
  doLabel: 'Pause',
  isGrave: true,
  path: calls.adminMailQueueAct('pause'),
  doneWords: 'The mail queue is paused.',
};
const RESUME: AdminAction = {
  title: 'Resume the mail queue?',
  words:
    'Waiting mail leaves at once. After a restore: mail that had already been delivered before it is delivered once more.',
  doLabel: 'Resume',
  isGrave: false,
  path: calls.adminMailQueueAct('resume'),
  doneWords: 'The mail queue goes on.',
};

/** How the queue stands, and the button that stops it or lets it go on. */
export function QueueSwitch({ paused, words }: { paused: MailQueue['paused']; words: string }) {
  const { ask, dialog } = useAdminAction();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-soft">{words}</p>
        {!paused && (
          <Button variant="secondary" onClick={() => ask(PAUSE)}>
            <Pause aria-hidden /> Pause Queue
          </Button>
        )}
      </div>
      {paused && (
        <div
          role="status"
          className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-warning/40 bg-warning-surface px-4 py-3 text-sm"
        >
          <CirclePause className="size-5 shrink-0 text-warning" aria-hidden />
          <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
            <strong className="font-semibold">The queue is paused since {formatDate(paused.at)}.</strong>{' '}
            {paused.reason}
          </p>
          <Button onClick={() => ask(RESUME)}>
            <Play aria-hidden /> Resume Queue
          </Button>
        </div>
      )}
      {dialog}
    </>
  );
}
