import { Check, Copy, KeyRound, TriangleAlert } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { type CreatedAppPassword, newAppPassword } from '../../../contract/sending/app-passwords.ts';
import { failureOf } from '../../api/failure.ts';
import { Dialog, DialogActions, DialogIcon } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { copyText } from '../../ui/form/copy-text.ts';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/form/input.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Strong } from '../../ui/strong.tsx';
import { useCreatePassword } from './passwords-query.ts';

interface CreatePasswordDialogProps {
  open: boolean;
  handleId: number;
  onClose: () => void;
}

/** Asks for the name of a new app password, then shows the password once. */
export function CreatePasswordDialog({ open, handleId, onClose }: CreatePasswordDialogProps) {
  const formId = useId();
  const [created, setCreated] = useState<CreatedAppPassword | null>(null);
  const [copied, setCopied] = useState<'copied' | 'failed' | null>(null);
  const [isWarned, setWarned] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const create = useCreatePassword(handleId, setCreated);
  const { errors, form, input } = useForm(
    { name: '' },
    {
      busy: create.isPending,
      onChange: () => create.isError && create.reset(),
      onSubmit({ name }) {
        const parsed = newAppPassword.safeParse({ name });
        if (!parsed.success) return { name: parsed.error.issues[0]?.message };
        // The button stays when the field is replaced, so that a dialog for a recent sign-in returns the focus to it.
        button.current?.focus();
        create.mutate(parsed.data.name);
      },
    },
  );

  async function copy(password: string) {
    setCopied((await copyText(password)) ? 'copied' : 'failed');
  }

  /** The first attempt to close the dialog warns, because the password cannot be shown again. */
  function close() {
    if (created && copied !== 'copied' && !isWarned) setWarned(true);
    else onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      icon={<DialogIcon tone={created ? 'success' : 'brand'} icon={KeyRound} />}
      title={created ? 'Your app password' : 'Create an app password'}
      description={
        created ? (
          <p>
            For <Strong>{created.name}</Strong>. Enter it as the password in your mail program.
          </p>
        ) : (
          <p>Name the program or device that will use it, so that you recognise it later.</p>
        )
      }
    >
      {created ? (
        <ShownOnce password={created.password} isWarned={isWarned} hasCopyFailed={copied === 'failed'} />
      ) : (
        <form {...form} id={formId}>
          <Field
            label="Name"
            error={errors.name ?? failureOf(create, 'The password could not be created. Please try again.')}
          >
            {(control) => (
              <Input
                {...control}
                {...input('name')}
                autoFocus
                autoComplete="off"
                maxLength={60}
                placeholder="Gmail on my laptop"
              />
            )}
          </Field>
        </form>
      )}
      <DialogActions>
        <Button variant="ghost" onClick={close}>
          {!created ? 'Cancel' : isWarned && copied !== 'copied' ? 'Close without copying' : 'Done'}
        </Button>
        {created ? (
          <Button key="main" ref={button} variant="brand" onClick={() => void copy(created.password)}>
            {copied === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
            {copied === 'copied' ? 'Copied' : 'Copy password'}
          </Button>
        ) : (
          <Button key="main" ref={button} type="submit" form={formId} busy={create.isPending}>
            Create password
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

interface ShownOnceProps {
  password: string;
  isWarned: boolean;
  hasCopyFailed: boolean;
}

function ShownOnce({ password, isWarned, hasCopyFailed }: ShownOnceProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <output className="block rounded-control border border-border bg-muted/60 px-4 py-3.5 text-center font-mono text-lg/relaxed font-medium wrap-anywhere select-all">
        {password}
      </output>
      <p className="flex gap-2.5 rounded-control bg-warning-surface px-3.5 py-2.5 text-sm text-text">
        <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden />
        <span role={isWarned || hasCopyFailed ? 'alert' : undefined}>
          {hasCopyFailed && 'It could not be copied: select it and copy it yourself. '}
          {isWarned
            ? 'You have not copied it yet. Once this is closed, nobody can show it again, and you would need to create a new one.'
            : 'This is the only time that we show it. We store a hash, from which it cannot be recovered.'}
        </span>
      </p>
    </div>
  );
}
