import { Zap } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatAdminTime } from '../../../contract/dates.ts';
import {
  type AdminSupportRequest,
  postAdminSupportAnswer,
  SUPPORT_STATES,
  type SupportState,
} from '../../../contract/support/support.ts';
import { Badge } from '../../ui/badge.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { May } from '../may.tsx';
import { AnswerForm } from './answer-form.tsx';
import { Answers } from './answers.tsx';
import { STATES } from './support-text.tsx';
import { useChangeState } from './use-change-state.ts';

interface RequestDialogProps {
  request: AdminSupportRequest | null;
  onClose: () => void;
}

/** One request with its text and answers, the form that answers it by email, and the buttons that change its state and close the dialog. */
export function RequestDialog({ request, onClose }: RequestDialogProps) {
  const change = useChangeState(onClose);
  // Keeps the text during the exit animation.
  const [shown, setShown] = useState(request);
  useEffect(() => {
    if (request) setShown(request);
  }, [request]);
  return (
    <Dialog
      open={request !== null}
      onClose={onClose}
      title={shown?.subject ?? ''}
      description={shown && <About request={shown} />}
    >
      {shown && (
        <div className="grid grid-cols-1 gap-5">
          <p className="max-h-[45dvh] overflow-y-auto rounded-control border border-border bg-muted/50 p-4 text-sm wrap-anywhere whitespace-pre-wrap">
            {shown.text}
          </p>
          <Answers id={shown.id} />
          <May call={postAdminSupportAnswer}>
            <AnswerForm key={shown.id} id={shown.id} email={shown.email} />
            <div className="flex flex-wrap gap-2.5 border-t border-border pt-5 max-sm:[&>*]:w-full sm:[&>*]:grow">
              {SUPPORT_STATES.filter((state) => canBecome(shown.state, state)).map((state) => (
                <Button
                  key={state}
                  variant="secondary"
                  busy={change.isPending && change.variables?.state === state}
                  onClick={() => change.mutate({ id: shown.id, state })}
                >
                  {STATES[state].act}
                </Button>
              ))}
            </div>
          </May>
        </div>
      )}
    </Dialog>
  );
}

/** A closed request is reopened before it is answered. */
function canBecome(now: SupportState, next: SupportState): boolean {
  return now !== next && !(now === 'closed' && next === 'answered');
}

function About({ request }: { request: AdminSupportRequest }) {
  const { id, email, handle, plan, priority, state, createdAt, answeredAt } = request;
  return (
    <div className="grid gap-2 text-sm">
      <p className="flex flex-wrap gap-2">
        <Badge tone={STATES[state].tone}>
          {STATES[state].icon} {STATES[state].label}
        </Badge>
        {priority && (
          <Badge tone="accent">
            <Zap aria-hidden /> Priority
          </Badge>
        )}
      </p>
      <p className="wrap-anywhere">
        From <span className="font-medium text-text">{email}</span>
        {plan && `, ${plan} plan`}
        {handle && (
          <>
            , about <span className="font-medium text-text">{handle}</span>
          </>
        )}
      </p>
      <p>
        Request {id} of {formatAdminTime(createdAt)}
        {answeredAt && `, answered ${formatAdminTime(answeredAt)}`}
      </p>
    </div>
  );
}
