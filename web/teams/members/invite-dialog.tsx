import { UserPlus } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { MemberRole } from '../../../contract/teams/roles.ts';
import { newMember } from '../../../contract/teams/teams.ts';
import { errorText } from '../../api/error-text.ts';
import { isSessionExpired } from '../../api/use-action.ts';
import { Dialog, DialogActions, DialogIcon } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { EmailInput } from '../../ui/form/email-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { useInvite } from './members-query.ts';
import { RoleChoice } from './role-choice.tsx';

interface InviteDialogProps {
  open: boolean;
  handleId: number;
  handle: string;
  onClose: () => void;
}

/** Invites a person to the team of a handle. */
export function InviteDialog({ open, handleId, handle, onClose }: InviteDialogProps) {
  const formId = useId();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<MemberRole>('editor');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const invite = useInvite(handleId, (invited) => {
    toast({ title: 'Invitation sent', description: `${invited} has two weeks to accept it.` });
    onClose();
  });
  const failure =
    invite.isError && !isSessionExpired(invite.error)
      ? errorText(invite.error, 'The invitation could not be sent. Please try again.')
      : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (invite.isPending) return;
    const parsed = newMember.safeParse({ email, role });
    setProblem(parsed.error?.issues[0]?.message);
    if (!parsed.success) return field.current?.focus();
    // A dialog for a recent sign-in returns the focus to the button.
    button.current?.focus();
    invite.mutate(parsed.data);
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={
        <DialogIcon tone="brand">
          <UserPlus aria-hidden />
        </DialogIcon>
      }
      title="Invite somebody"
      description={
        <p>
          They get an email and join <span className="font-medium wrap-anywhere text-text">{handle}</span> once they
          have signed in with this address.
        </p>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
        <Field label="Email address" error={problem ?? failure}>
          {(control) => (
            <EmailInput
              {...control}
              ref={field}
              autoFocus
              autoComplete="off"
              placeholder="colleague@example.com"
              value={email}
              readOnly={invite.isPending}
              onChange={(event) => {
                setEmail(event.target.value);
                setProblem(undefined);
                if (invite.isError) invite.reset();
              }}
            />
          )}
        </Field>
        <RoleChoice role={role} onPick={setRole} />
      </form>
      <DialogActions>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button ref={button} type="submit" form={formId} busy={invite.isPending}>
          Send invitation
        </Button>
      </DialogActions>
    </Dialog>
  );
}
