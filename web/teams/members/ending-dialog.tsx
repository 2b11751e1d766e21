import { useState } from 'react';
import type { Team } from '../../../contract/teams/teams.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { type EndingAct, endingText } from './ending-text.tsx';

interface EndingDialogProps {
  act: EndingAct | null;
  team: Team;
  onClose: () => void;
  onConfirm: (act: EndingAct, keepInboxes: boolean) => void;
}

/** Asks before a member loses access or mail, and names the inboxes that end with it. The owner can keep those. */
export function EndingDialog({ act, team, onClose, onConfirm }: EndingDialogProps) {
  const [keeps, setKeeps] = useState(false);
  const isSelf = act !== null && act.member.id === team.memberId;
  const inboxes = act?.member.inboxesSet ?? [];
  const isOwner = team.role === 'owner';
  const { title, text, action } = act ? endingText(act, team.handle, isSelf) : { title: '', text: '', action: '' };
  function close() {
    setKeeps(false);
    onClose();
  }
  return (
    <ConfirmDialog
      open={act !== null}
      title={title}
      description={
        <>
          <p>{text}</p>
          {inboxes.length > 0 && (
            <div className="mt-3 grid gap-2 rounded-control bg-muted px-3.5 py-3 text-left text-text">
              <p>
                Forwarding to <span className="font-medium wrap-anywhere">{inboxes.join(' and ')}</span>, set by{' '}
                {isSelf ? 'you' : 'this member'}, ends as well.{!isOwner && ' The owner is notified.'}
              </p>
              {isOwner && (
                <label className="flex min-h-11 cursor-pointer items-center gap-3">
                  <input
                    type="checkbox"
                    checked={keeps}
                    onChange={(event) => setKeeps(event.target.checked)}
                    className="size-4 shrink-0 accent-(--accent)"
                  />
                  Keep forwarding there
                </label>
              )}
            </div>
          )}
        </>
      }
      confirmLabel={action}
      cancelLabel={isSelf ? 'Stay' : act?.kind === 'remove' ? 'Keep' : 'Cancel'}
      onClose={close}
      onConfirm={() => {
        if (act) onConfirm(act, keeps);
        setKeeps(false);
      }}
    />
  );
}
