import { Check, Copy, KeyRound, TriangleAlert } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type CreatedAppPassword, newAppPassword } from '../../../contract/sending/app-passwords.ts';
import { errorText } from '../../api/error-text.ts';
import { isSessionExpired } from '../../api/use-action.ts';
import { Dialog, DialogActions, DialogIcon } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { copyText } from '../../ui/form/copy-text.ts';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/form/input.tsx';
import { Strong } from '../../ui/strong.tsx';
import { useCreatePassword } from './passwords-query.ts';

interface CreatePasswordDialogProps {
  open: boolean;
  handleId: number;
  onClose: () => void;
}

/** Asks for the name of a new app password, then shows the password once. */
export function CreatePasswordDialog({ open, handleId, onClose }: CreatePasswordDialogProps) {
  const [created, setCreated] = useState<CreatedAppPassword | null>(null);
  const [isCopied, setCopied] = useState(false);
  const [isWarned, setWarned] = useState(false);

  /** The first attempt to close the dialog warns, because the password cannot be shown again. */
  function close() {
    if (created && !isCopied && !isWarned) setWarned(true);
    else onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      icon={
        <DialogIcon tone={created ? 'success' : 'brand'}>
          <KeyRound aria-hidden />
        </DialogIcon>
      }
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
        <ShownOnce
          password={created.password}
          isWarned={isWarned}
          onCopied={() => setCopied(true)}
          onClose={() => (isCopied || isWarned ? onClose() : setWarned(true))}
        />
      ) : (
        <NameForm handleId={handleId} onCreated={setCreated} onCancel={onClose} />
      )}
    </Dialog>
  );
}

interface NameFormProps {
  handleId: number;
  onCreated: (created: CreatedAppPassword) => void;
  onCancel: () => void;
}

function NameForm({ handleId, onCreated, onCancel }: NameFormProps) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const create = useCreatePassword(handleId, onCreated);
  const failure =
    create.isError && !isSessionExpired(create.error)
      ? errorText(create.error, 'The password could not be created. Please try again.')
      : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending) return;
    const parsed = newAppPassword.safeParse({ name });
    setProblem(parsed.error?.issues[0]?.message);
    if (parsed.success) create.mutate(parsed.data.name);
    else field.current?.focus();
  }

  return (
    <form noValidate onSubmit={submit}>
      <Field label="Name" error={problem ?? failure}>
        {(control) => (
          <Input
            {...control}
            ref={field}
            autoFocus
            autoComplete="off"
            maxLength={60}
            placeholder="Gmail on my laptop"
            value={name}
            readOnly={create.isPending}
            onChange={(event) => {
              setName(event.target.value);
              setProblem(undefined);
              if (create.isError) create.reset();
            }}
          />
        )}
      </Field>
      <DialogActions>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={create.isPending}>
          Create password
        </Button>
      </DialogActions>
    </form>
  );
}

interface ShownOnceProps {
  password: string;
  isWarned: boolean;
  onCopied: () => void;
  onClose: () => void;
}

function ShownOnce({ password, isWarned, onCopied, onClose }: ShownOnceProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  // The field that had the focus is gone.
  useEffect(() => copyButton.current?.focus(), []);

  async function copy() {
    const copied = await copyText(password);
    setOutcome(copied ? 'copied' : 'failed');
    if (copied) onCopied();
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <output className="block rounded-control border border-border bg-muted/60 px-4 py-3.5 text-center font-mono text-lg/relaxed font-medium wrap-anywhere select-all">
        {password}
      </output>
      <Button ref={copyButton} variant="brand" onClick={() => void copy()}>
        {outcome === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
        {outcome === 'copied' ? 'Copied' : 'Copy password'}
      </Button>
      <p className="flex gap-2.5 rounded-control bg-warning-surface px-3.5 py-2.5 text-sm text-text">
        <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden />
        <span role={isWarned || outcome === 'failed' ? 'alert' : undefined}>
          {outcome === 'failed' && 'It could not be copied: select it and copy it yourself. '}
          {isWarned
            ? 'You have not copied it yet. Once this is closed, nobody can show it again, and you would create a new one.'
            : 'This is the only time that we show it. We store a hash, from which it cannot be recovered.'}
        </span>
      </p>
      <Button variant="ghost" onClick={onClose}>
        {isWarned ? 'Close without copying' : 'Done'}
      </Button>
    </div>
  );
}
