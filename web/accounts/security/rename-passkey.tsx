import { useEffect } from 'react';
import { type Passkey, passkeyName } from '../../../contract/accounts/passkeys.ts';
import { failureOf } from '../../api/failure.ts';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/form/input.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useRenamePasskey } from './passkeys-query.ts';

/** The field that renames a passkey in its row. Escape closes it. */
export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useRenamePasskey(passkey.id, onClose);
  const { errors, form, input } = useForm(
    { name: passkey.name },
    {
      busy: rename.isPending,
      onChange: () => rename.isError && rename.reset(),
      onSubmit({ name }) {
        const parsed = passkeyName.safeParse(name);
        if (!parsed.success) return { name: parsed.error.issues[0]?.message };
        if (parsed.data === passkey.name) return onClose();
        rename.mutate(parsed.data);
      },
    },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field appears
  useEffect(() => form.ref.current?.querySelector('input')?.select(), []);
  return (
    <form
      {...form}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="grid gap-x-2.5 gap-y-3 py-3 sm:grid-cols-[1fr_auto_auto] sm:items-start"
    >
      <Field
        label="Name of the passkey"
        help="Helps you recognise it in this list."
        error={errors.name ?? failureOf(rename, 'The name could not be saved. Please try again.')}
      >
        {(control) => <Input {...control} {...input('name')} autoFocus autoComplete="off" maxLength={60} />}
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
