import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { type MemberRole, receivesMailByDefault } from '../../../contract/roles.ts';
import { newMember } from '../../../contract/teams/teams.ts';
import { failureOf } from '../../api/failure.ts';
import { Dialog, DialogIcon } from '../../ui/dialog/dialog.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { EmailInput } from '../../ui/form/email-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { toast } from '../../ui/toast/toast-store.ts';

import { useInvite } from './members-query.ts';
import { RoleChoice } from './role-choice.tsx';

interface InviteDialogProps {
  open: boolean;
  handleId: number;
  handle: string;
  /** True for the owner, who may give the mail of the handle. */
  grantsMail: boolean;
  onClose: () => void;
}

/** Invites a person to the team of a handle. */
export function InviteDialog({ open, handleId, handle, grantsMail, onClose }: InviteDialogProps) {
  const [role, setRole] = useState<MemberRole>('editor');
  const invite = useInvite(handleId, (invited) => {
    toast({ title: 'Invitation sent', description: `${invited} has two weeks to accept it.` });
    onClose();
  });
  const { errors, form, input } = useForm(
    { email: '' },
    {
      busy: invite.isPending,
      focusesButton: true,
      onChange: () => invite.isError && invite.reset(),
      onSubmit({ email }) {
        const parsed = newMember.safeParse({ email, role });
        if (!parsed.success) return { email: parsed.error.issues[0]?.message };
        invite.mutate(parsed.data);
      },
    },
  );

  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={<DialogIcon tone="brand" icon={UserPlus} />}
      title="Invite somebody"
      description={
        <p>
          They get an email and join <span className="font-medium wrap-anywhere text-text">{handle}</span> once they
          have signed in with this address.
        </p>
      }
    >
      <DialogForm {...form} onCancel={onClose} submit={{ busy: invite.isPending, children: 'Send invitation' }}>
        <div className="grid gap-5">
          <Field
            label="Email address"
            error={errors.email ?? failureOf(invite, 'The invitation could not be sent. Please try again.')}
          >
            {(control) => <EmailInput {...control} {...input('email')} autoFocus autoComplete="off" />}
          </Field>
          <RoleChoice role={role} onPick={setRole} />
          <p className="text-sm text-soft">
            {!grantsMail
              ? 'Only the owner can give them the mail, after they have joined.'
              : receivesMailByDefault(role)
                ? 'They get the mail too. You can switch it off in the list.'
                : 'They get no mail. You can switch it on in the list.'}
          </p>
        </div>
      </DialogForm>
    </Dialog>
  );
}
