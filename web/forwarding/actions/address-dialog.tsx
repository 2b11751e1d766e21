import { Wand } from 'lucide-react';
import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import type { Handle } from '../../../contract/handles/handles.ts';
import type { ReplyMode } from '../../../contract/sending/reply-mode.ts';
import { useOwnAddress } from '../../accounts/shared/own-address.ts';
import { useSite } from '../../api/site.ts';
import { Dialog, DialogIcon } from '../../ui/dialog/dialog.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { Button } from '../../ui/form/button.tsx';
import { EmailInput } from '../../ui/form/email-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useOwnInbox } from '../shared/own-inbox.ts';
import { ReplyChoice, useReplyChoice } from './reply-choice.tsx';

interface AddressDialogProps {
  open: boolean;
  handle: Handle;
  /** The stored record; undefined when adding the first address. */
  record: Forwarding | undefined;
  /** The text typed before a failed attempt. */
  typed: string;
  busy: boolean;
  onClose: () => void;
  onSave: (email: string, replyMode?: ReplyMode) => void;
}

/** Asks for the inbox of a handle. The server forwards nothing there until its owner opens the verification link. */
export function AddressDialog({ open, handle, record, typed, busy, onClose, onSave }: AddressDialogProps) {
  const { mailDomain } = useSite();
  const own = useOwnAddress();
  const ownInbox = useOwnInbox(onClose);
  const replies = useReplyChoice(handle, open && record === undefined);
  const { values, form, input } = useForm(
    { email: typed },
    { busy, onSubmit: ({ email }) => onSave(email.trim(), replies.change) },
  );

  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={<DialogIcon tone="brand" icon={Wand} />}
      title={record ? 'Change Email Magic' : 'Add Email Magic'}
      description={
        <p>
          Mail to{' '}
          <strong className="font-semibold wrap-anywhere text-text">
            {handle.handle}@{mailDomain}
          </strong>{' '}
          {consequenceOf(record)}
        </p>
      }
    >
      {own !== undefined && own !== record?.deliveringTo && (
        <div className="mb-5 grid gap-4">
          <Button
            variant="secondary"
            busy={ownInbox.isPending}
            disabled={busy}
            onClick={() => ownInbox.mutate({ handle, address: own, replyMode: replies.change })}
            className="h-auto! min-h-11 py-2 whitespace-normal!"
          >
            <span className="min-w-0 wrap-anywhere">Forward to {own}</span>
          </Button>
          <p className="flex items-center gap-3 text-sm text-soft before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
            or to another inbox
          </p>
        </div>
      )}
      <DialogForm
        {...form}
        onCancel={onClose}
        submit={{
          variant: 'brand',
          busy,
          disabled: values.email.trim() === '' || busy,
          children: 'Send Verification',
        }}
      >
        <Field label="Your real email" help="We send a verification link there first.">
          {(control) => <EmailInput {...control} {...input('email')} data-autofocus />}
        </Field>
        {!record && <ReplyChoice handle={handle} address={`${handle.handle}@${mailDomain}`} choice={replies} />}
      </DialogForm>
    </Dialog>
  );
}

/** Describes where mail goes until the new address is verified. */
function consequenceOf(record: Forwarding | undefined): string {
  if (!record) return 'will land in this inbox.';
  const { deliveringTo } = record;
  return deliveringTo
    ? `goes on to ${deliveringTo} until the new address is verified.`
    : 'will land in this inbox once it is verified.';
}
