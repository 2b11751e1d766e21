import { UserPlus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { type MemberRole, receivesMailByDefault } from '../../../contract/roles.ts';
import { newMember } from '../../../contract/teams/teams.ts';
import { failureOf } from '../../api/failure.ts';
import { Dialog, DialogActions, DialogIcon } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { AddressForm } from '../address-form.tsx';
import { useInvite } from './members-query.ts';
import { RoleChoice } from './role-choice.tsx';

interface InviteDialogProps {
  open: boolean;
  handleId: number;
  handle: string;
  /** Whether the person may give the mail of the handle: the owner. */
  grantsMail: boolean;
  onClose: () => void;
}

/** Invites a person to the team of a handle. */
export function InviteDialog({ open, handleId, handle, grantsMail, onClose }: InviteDialogProps) {
  const formId = useId();
  const [role, setRole] = useState<MemberRole>('editor');
  const button = useRef<HTMLButtonElement>(null);
  const invite = useInvite(handleId, (invited) => {
    toast({ title: 'Invitation sent', description: `${invited} has two weeks to accept it.` });
    onClose();
  });
  const failure = failureOf(invite, 'The invitation could not be sent. Please try again.');

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
      <AddressForm
        id={formId}
        label="Email address"
        placeholder="colleague@example.com"
        parse={(email) => newMember.safeParse({ email, role })}
        busy={invite.isPending}
        failure={failure}
        button={button}
        onSubmit={(request) => invite.mutate(request)}
        onChange={() => invite.isError && invite.reset()}
      >
        <RoleChoice role={role} onPick={setRole} />
        <p className="text-sm text-soft">
          {!grantsMail
            ? 'Only the owner can give them the mail, after they have joined.'
            : receivesMailByDefault(role)
              ? 'They get the mail too. You can switch it off in the list.'
              : 'They get no mail. You can switch it on in the list.'}
        </p>
      </AddressForm>
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
