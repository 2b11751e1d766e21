import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Passkey, passkeyName } from '../../../contract/accounts/passkeys.ts';
import { failureOf } from '../../api/failure.ts';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/form/input.tsx';
import { useRenamePasskey } from './passkeys-query.ts';

/** The field that renames a passkey in its row. Escape closes it. */
export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const rename = useRenamePasskey(passkey.id, onClose);
  useEffect(() => field.current?.select(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (rename.isPending) return;
    const parsed = passkeyName.safeParse(name);
    setProblem(parsed.error?.issues[0]?.message);
    if (!parsed.success) return field.current?.focus();
    if (parsed.data === passkey.name) return onClose();
    rename.mutate(parsed.data);
  }

  const failure = failureOf(rename, 'The name could not be saved. Please try again.');
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="grid gap-x-2.5 gap-y-3 py-3 sm:grid-cols-[1fr_auto_auto] sm:items-start"
    >
      <Field label="Name of the passkey" help="So that you recognise it in this list." error={problem ?? failure}>
        {(control) => (
          <Input
            {...control}
            ref={field}
            autoFocus
            autoComplete="off"
            maxLength={60}
            value={name}
            readOnly={rename.isPending}
            onChange={(event) => {
              setName(event.target.value);
              setProblem(undefined);
              if (rename.isError) rename.reset();
            }}
          />
        )}
      </Field>
      <Button type="submit" busy={rename.isPending} className="sm:mt-6.5">
        Save
      </Button>
      <Button variant="ghost" onClick={onClose} className="sm:mt-6.5">
        Cancel
      </Button>
    </form>
  );
}
