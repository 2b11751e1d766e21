import { useQueryClient } from '@tanstack/react-query';
import type { AdminPackage, PackageRequest } from '../../../contract/admin.ts';
import { calls } from '../../../contract/paths.ts';
import { send } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { errorText } from '../../api/error-text.ts';
import { resourceQuery } from '../../api/query-client.ts';
import { useAction } from '../../api/use-action.ts';
import { overlapping, saveVersioned, VersionConflict } from '../../api/versioned-save.ts';
import { toast } from '../../ui/toast/toast-store.ts';

export const packagesQuery = resourceQuery(
  calls.adminPackages(),
  async () => (await import('../../../contract/admin.ts')).adminPackages,
);

interface Save {
  /** The package as the edit began with it; undefined for a new one. */
  base: AdminPackage | undefined;
  wanted: PackageRequest;
}

export const PACKAGE_FIELDS = ['name', 'price_yearly_usd_full', 'price_yearly_usd_now'] as const;

/** The fields that somebody else has changed since the edit began, to something else than is wanted. */
export function overlapsOf({ base, wanted }: Save, current: AdminPackage) {
  const changed = PACKAGE_FIELDS.filter((field) => base?.[field] !== wanted[field]);
  return overlapping(changed, { base: base ?? {}, current, wanted });
}

/** Saves a package, a new one where there was none, and says in a toast how it went. */
export function useSavePackage(onSaved: () => void) {
  const refresh = useRefresh();
  return useAction({
    keyOf: ({ wanted }: Save) => JSON.stringify(wanted),
    mutationFn: ({ base, wanted }: Save) =>
      base === undefined
        ? send(calls.adminPackages(), { method: 'POST', body: wanted })
        : saveVersioned(
            base,
            (onTopOf) =>
              send(calls.adminPackage(base.id), {
                method: 'PUT',
                body: mergedInto(onTopOf, { base, wanted }),
                version: onTopOf.version,
              }),
            (current) => overlapsOf({ base, wanted }, current).length > 0,
          ),
    onSuccess: (_answer, { base }) => {
      onSaved();
      sayDone(base === undefined ? 'Package created successfully' : 'Package updated successfully');
      return refresh();
    },
    onError: (error, { base }) => {
      if (!(error instanceof VersionConflict)) sayFailed(base === undefined ? createFault(error) : updateFault(error));
      return refreshIfStale(error, refresh);
    },
  });
}

/** The package as it is stored, with what this edit changes of it. */
function mergedInto(stored: AdminPackage, { base, wanted }: Save): PackageRequest {
  const pick = <Field extends keyof PackageRequest>(field: Field) =>
    base?.[field] === wanted[field] ? stored[field] : wanted[field];
  return {
    name: pick('name'),
    price_yearly_usd_full: pick('price_yearly_usd_full'),
    price_yearly_usd_now: pick('price_yearly_usd_now'),
  };
}

/** Reads the packages afresh where the failure is that they are not what is shown. */
async function refreshIfStale(error: Error, refresh: () => Promise<void>): Promise<void> {
  const isStale =
    error instanceof VersionConflict || (error instanceof ApiError && [404, 409, 412].includes(error.status));
  if (isStale) await refresh();
}

/** Deletes a package, and says in a toast how it went. */
export function useDeletePackage() {
  const refresh = useRefresh();
  return useAction({
    keyOf: ({ id }: AdminPackage) => id,
    mutationFn: ({ id, version }: AdminPackage) => send(calls.adminPackage(id), { method: 'DELETE', version }),
    onSuccess: () => {
      sayDone('Package deleted successfully');
      return refresh();
    },
    onError: (error) => {
      sayFailed('Failed to delete package');
      return refreshIfStale(error, refresh);
    },
  });
}

function useRefresh() {
  const client = useQueryClient();
  return async () => {
    void client.invalidateQueries({ queryKey: [calls.packages()] });
    void client.invalidateQueries({ queryKey: [calls.adminAudit()] });
    await client.invalidateQueries({ queryKey: packagesQuery.queryKey });
  };
}

function createFault(error: Error): string {
  return errorText(error, 'Failed to create package');
}

function updateFault(error: Error): string {
  if (error instanceof ApiError && error.fieldErrors.length > 0) {
    return `Validation error: ${error.fieldErrors.map(({ message }) => message).join(', ')}`;
  }
  return errorText(error, 'Failed to update package');
}

function sayDone(description: string): void {
  toast({ title: 'Success', description });
}

function sayFailed(description: string): void {
  toast({ title: 'Error', description, variant: 'destructive' });
}
