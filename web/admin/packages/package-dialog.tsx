import { type FormEvent, useEffect, useState } from 'react';
import type { AdminPackage } from '../../../contract/admin/packages.ts';
import { ApiError } from '../../api/error.ts';
import { VersionConflict } from '../../api/versioned-save.ts';
import { formatDollars } from '../../payments/shared/prices.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { dialogOnDemand } from '../../ui/dialog/dialog-on-demand.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/form/input.tsx';
import { packageFormValues, packageOf } from './package-values.ts';
import { RisesDialog, UnconfirmedRises } from './price-rises.tsx';
import { overlapsOf, PACKAGE_FIELDS, useSavePackage } from './use-packages.ts';

const VersionsDialog = dialogOnDemand(async () => (await import('../../ui/dialog/versions-dialog.tsx')).VersionsDialog);

const FIELDS = [
  { key: 'full', label: 'Full Price (USD/year)', path: 'price_yearly_usd_full' },
  { key: 'now', label: 'Current Price (USD/year)', path: 'price_yearly_usd_now' },
] as const;

interface PackageDialogProps {
  open: boolean;
  /** The package to edit; undefined creates a new one. */
  current: AdminPackage | undefined;
  onClose: () => void;
}

/** A form for the name and the prices of a package. */
export function PackageDialog({ open, current, onClose }: PackageDialogProps) {
  const [typed, setTyped] = useState(packageFormValues(current));
  // The package that the fields were filled from.
  const [base, setBase] = useState(current);
  const { mutate, isPending, error, variables, reset } = useSavePackage(onClose);
  const stored = error instanceof VersionConflict ? (error.current as AdminPackage | null) : null;
  // Each opening starts with the stored values.
  useEffect(() => {
    if (!open) return;
    setTyped(packageFormValues(current));
    setBase(current);
    reset();
  }, [open, current, reset]);

  /** Resolves an edit conflict: applies the edits to the stored package, without the conflicting ones unless `keepMine`. */
  function resolveConflict(keepMine: boolean) {
    if (!stored) return;
    const wanted = packageOf(typed);
    const theirs = new Set<string>(keepMine ? [] : overlapsOf({ base, wanted }, stored));
    const next = { ...stored };
    for (const field of PACKAGE_FIELDS) {
      if (base?.[field] !== wanted[field] && !theirs.has(field)) Object.assign(next, { [field]: wanted[field] });
    }
    reset();
    setBase(stored);
    setTyped(packageFormValues(next));
    if (PACKAGE_FIELDS.some((field) => next[field] !== stored[field]))
      mutate({ base: stored, wanted: packageOf(packageFormValues(next)) });
    else onClose();
  }
  const fieldError = (path: string) =>
    error instanceof ApiError ? error.fieldErrors.find((item) => item.path === path)?.message : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isPending) mutate({ base, wanted: packageOf(typed) });
  }

  if (error instanceof UnconfirmedRises) {
    return (
      <RisesDialog
        open={open}
        rises={error.rises}
        onConfirm={() => variables && mutate({ ...variables, confirmed: true })}
        onClose={reset}
      />
    );
  }
  if (stored) {
    const wanted = packageOf(typed);
    return (
      <VersionsDialog
        open={open}
        differences={overlapsOf({ base, wanted }, stored).map((field) => ({
          label: field === 'name' ? 'Package Name' : (FIELDS.find(({ path }) => path === field)?.label ?? field),
          theirs: field === 'name' ? stored.name : formatDollars(stored[field]),
          mine: field === 'name' ? wanted.name : formatDollars(wanted[field]),
        }))}
        onKeepMine={() => resolveConflict(true)}
        onTakeTheirs={() => resolveConflict(false)}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog open={open} onClose={onClose} title={current ? 'Edit Package' : 'Create New Package'}>
      <DialogForm
        onSubmit={submit}
        className="grid gap-4"
        onCancel={onClose}
        submit={{ busy: isPending, busyLabel: 'Saving...', className: 'min-w-28', children: 'Save' }}
      >
        <Field label="Package Name" error={fieldError('name')}>
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
          <Field key={key} label={label} error={fieldError(path)}>
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
      </DialogForm>
    </Dialog>
  );
}
