import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import type { MailPolicy } from '../../../contract/forwarding/mail-policy.ts';
import { patchMailPolicy, postBackupVerification } from '../../../contract/forwarding/mail-policy.ts';
import { OutboxHint } from '../../accounts/shared/outbox-hint.tsx';
import { send } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { errorText } from '../../api/error-text.ts';
import { showFailure } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import { overlapping, saveVersioned, VersionConflict } from '../../api/versioned-save.ts';
import { dialogOnDemand } from '../../ui/dialog/dialog-on-demand.tsx';
import { Button } from '../../ui/form/button.tsx';
import { EmailInput } from '../../ui/form/email-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useForm } from '../../ui/form/use-form.ts';

import { toast } from '../../ui/toast/toast-store.ts';
import { StatusBadge } from '../status-badge.tsx';
import { PolicyPart } from './policy-part.tsx';
import { policyQuery } from './policy-query.ts';

const ConfirmDialog = dialogOnDemand(async () => (await import('../../ui/dialog/confirm-dialog.tsx')).ConfirmDialog);

interface SecondInboxProps {
  record: Forwarding;
  policy: MailPolicy;
}

/** The backup inbox, which receives mail that the first inbox has deferred for four hours. */
export function SecondInbox({ record, policy }: SecondInboxProps) {
  const { backupEmail, backupStatus, version } = policy;
  const client = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: policyQuery(record.id).queryKey });

  const remove = useAction({
    mutationFn: () => send(patchMailPolicy, { id: record.id, body: { backupEmail: '' }, version }),
    onError: (error) => showFailure(error),
    onSettled: refresh,
  });
  const resend = useAction({
    mutationFn: () => send(postBackupVerification, { id: record.id }),
    onSuccess: () =>
      toast({ title: 'Verification email sent!', description: `Open the link that we sent to ${backupEmail}.` }),
    onError: (error) => showFailure(error),
    onSettled: refresh,
  });

  return (
    <PolicyPart
      title="Second inbox"
      description="Receives a message that your first inbox has deferred for four hours, for example because it is full. Once the first inbox accepts mail again, it receives all new mail. A message that the first inbox refuses is not sent to the second one."
    >
      {backupEmail !== null && (
        <div className="grid gap-2 rounded-control border border-border bg-muted/60 p-3.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span className="min-w-0 font-medium wrap-anywhere">{backupEmail}</span>
            <StatusBadge status={backupStatus === 'verified' ? 'verified' : 'pending'} verifiedLabel="Verified" />
          </div>
          {backupStatus === 'unverifiable' && (
            <p className="text-sm text-danger">
              Its mail server refused our verification email. Please correct the address, or send the email again.
            </p>
          )}
          {backupStatus === 'pending' && (
            <div className="text-sm text-soft">
              <p>It receives no mail until its owner opens the link that we sent there.</p>
              <OutboxHint />
            </div>
          )}
          <div className="-mx-2 -mb-2 flex flex-wrap">
            {(backupStatus === 'pending' || backupStatus === 'unverifiable') && (
              <Button variant="ghost" busy={resend.isPending} onClick={() => resend.mutate()}>
                Send the mail again
              </Button>
            )}
            <Button variant="ghost" aria-expanded={isChanging} onClick={() => setChanging(!isChanging)}>
              Change
            </Button>
            <Button variant="quiet-danger" busy={remove.isPending} onClick={() => setRemoving(true)}>
              Remove
            </Button>
          </div>
        </div>
      )}
      {(backupEmail === null || isChanging) && (
        <SecondInboxForm
          record={record}
          policy={policy}
          onStale={() => void refresh()}
          onDone={() => {
            setChanging(false);
            void refresh();
          }}
        />
      )}
      <ConfirmDialog
        open={isRemoving}
        title="Remove the second inbox?"
        description={
          <p>
            Mail that your first inbox defers then stays in our queue until it is accepted or returned to the sender.
          </p>
        }
        confirmLabel="Remove"
        cancelLabel="Keep it"
        onClose={() => setRemoving(false)}
        onConfirm={() => {
          setRemoving(false);
          remove.mutate();
        }}
      />
    </PolicyPart>
  );
}

interface SecondInboxFormProps extends SecondInboxProps {
  onDone: () => void;
  /** Called if the second inbox was changed in another session in the meantime. */
  onStale: () => void;
}

function SecondInboxForm({ record, policy, onDone, onStale }: SecondInboxFormProps) {
  const save = useAction({
    mutationFn: (email: string) =>
      saveVersioned(
        policy,
        ({ version }) => send(patchMailPolicy, { id: record.id, body: { backupEmail: email }, version }),
        (current) => overlapping(['backupEmail'], { base: policy, current, wanted: { backupEmail: email } }).length > 0,
      ),
    onSuccess: () => {
      reset();
      onDone();
    },
    onError: (error) => {
      if (error instanceof VersionConflict) {
        const { backupEmail } = error.current as MailPolicy;
        const message = `It was changed to ${backupEmail ?? 'none'} in the meantime. Add yours again to replace it.`;
        fail({ email: message });
        return onStale();
      }
      const fieldError =
        error instanceof ApiError && error.fieldErrors.find(({ path }) => path === 'backupEmail')?.message;
      fail({ email: errorText(error, fieldError || 'That could not be saved. Please try again.') });
    },
  });
  const { errors, fail, reset, form, input } = useForm(
    { email: '' },
    {
      busy: save.isPending,
      onSubmit({ email }) {
        void import('../../../contract/addresses.ts').then(({ parseAddress }) =>
          parseAddress(email) === null
            ? fail({ email: 'Please enter a valid email address' })
            : save.mutate(email.trim()),
        );
      },
    },
  );
  return (
    <form {...form} className="flex items-start gap-2.5">
      <div className="min-w-0 flex-1">
        <Field
          label={<span className="sr-only">Address of the second inbox</span>}
          help="We send a verification link there first."
          error={errors.email}
        >
          {(control) => <EmailInput {...control} {...input('email')} />}
        </Field>
      </div>
      <Button type="submit" variant="secondary" className="mt-1.5" busy={save.isPending}>
        Add
      </Button>
    </form>
  );
}
