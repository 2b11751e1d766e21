import { Info } from 'lucide-react';

/** Explains why mail that the owner sent to their own handle does not appear in the inbox. */
export function OwnMailNote() {
  return (
    <p className="mt-4 flex gap-2.5 rounded-control bg-info-surface p-3.5 text-sm text-text">
      <Info className="mt-0.5 size-4 shrink-0 text-info" aria-hidden />
      <span>
        <strong className="font-semibold">You sent this to yourself.</strong> <OwnMailText />
      </span>
    </p>
  );
}

export function OwnMailText() {
  return 'Many inboxes hide the forwarded copy: Gmail already has the mail and does not show it twice. Look in Sent or All Mail, or write from another account.';
}
