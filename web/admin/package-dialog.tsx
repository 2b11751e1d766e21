import { type FormEvent, useEffect, useState } from 'react';
import type { AdminPackage } from '../../contract/admin.ts';
import { ApiError } from '../lib/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { packageOf, typedPackage } from './package-values.ts';
import { useSavePackage } from './use-packages.ts';

const FIELDS = [
  { key: 'full', label: 'Full Price (USD/year)', path: 'price_yearly_usd_full' },
  { key: 'now', label: 'Current Price (USD/year)', path: 'price_yearly_usd_now' },
] as const;

interface PackageDialogProps {
  open: boolean;
  /** The one to change; left out, a new one is made. */
  current: AdminPackage | undefined;
  onClose: () => void;
}

/** Asks for the name and the prices of a package. */
export function PackageDialog({ open, current, onClose }: PackageDialogProps) {
  const [typed, setTyped] = useState(typedPackage(current));
  const { mutate, isPending, error, reset } = useSavePackage(onClose);
  // Opened again, it begins with what is stored.
  useEffect(() => {
    if (!open) return;
    setTyped(typedPackage(current));
    reset();
  }, [open, current, reset]);
  const faultOf = (path: string) =>
    error instanceof ApiError ? error.fields.find((fault) => fault.path === path)?.message : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isPending) mutate({ id: current?.id, wanted: packageOf(typed) });
  }

  return (
    <Dialog open={open} onClose={onClose} title={current ? 'Edit Package' : 'Create New Package'}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Package Name" error={faultOf('name')}>
          {(control) => (
            <Input
              {...control}
              value={typed.name}
              onChange={(event) => setTyped({ ...typed, name: event.target.value })}
              placeholder="e.g., Premium"
              autoComplete="off"
            />
          )}
        </Field>
        {FIELDS.map(({ key, label, path }) => (
          <Field key={key} label={label} error={faultOf(path)}>
            {(control) => (
              <Input
                {...control}
                type="number"
                step="0.01"
                inputMode="decimal"
                value={typed[key]}
                onChange={(event) => setTyped({ ...typed, [key]: event.target.value })}
                className="tabular-nums"
              />
            )}
          </Field>
        ))}
        <DialogActions>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isPending} busyLabel="Saving..." className="min-w-28">
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
