import { Info } from 'lucide-react';

/** Why nobody sees the mail that they sent to themselves. */
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

/** The explanation by itself. */
export function OwnMailText() {
  return 'Many inboxes hide the copy that comes back: Gmail knows the mail already and shows no second one. Look in Sent or All Mail, or write from another account.';
}
