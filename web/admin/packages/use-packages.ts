import { useQueryClient } from '@tanstack/react-query';
import { getAdminAudit } from '../../../contract/admin/admin.ts';
import type { AdminPackage, PackageRequest } from '../../../contract/admin/packages.ts';
import {
  deleteAdminPackage,
  getAdminPackages,
  postAdminPackage,
  putAdminPackage,
} from '../../../contract/admin/packages.ts';
import { pathOf } from '../../../contract/call.ts';
import { getPackages } from '../../../contract/payments/packages.ts';
import { send } from '../../api/client.ts';
import { fixedErrorText } from '../../api/confirmation.ts';
import { ApiError } from '../../api/error.ts';
import { errorText } from '../../api/error-text.ts';
import { queryOf } from '../../api/query-client.ts';
import { useAction } from '../../api/use-action.ts';
import { overlapping, saveVersioned, VersionConflict } from '../../api/versioned-save.ts';
import { toast, toastError } from '../../ui/toast/toast-store.ts';
import { assertNoRises, UnconfirmedRises } from './price-rises.tsx';

export const packagesQuery = queryOf(getAdminPackages);

interface Save {
  /** The package that the edit is based on; undefined for a new one. */
  base: AdminPackage | undefined;
  wanted: PackageRequest;
  /** True once the administrator has confirmed that prices rise. */
  confirmed?: boolean;
}

export const PACKAGE_FIELDS = ['name', 'price_yearly_usd_full', 'price_yearly_usd_now'] as const;

/** Returns the edited fields that have since been changed elsewhere to a different value. */
export function overlapsOf({ base, wanted }: Save, current: AdminPackage) {
  const changed = PACKAGE_FIELDS.filter((field) => base?.[field] !== wanted[field]);
  return overlapping(changed, { base: base ?? {}, current, wanted });
}

/** Creates or updates a package and shows the result in a toast. */
export function useSavePackage(onSaved: () => void) {
  const refresh = useRefresh();
  return useAction({
    keyOf: ({ wanted, confirmed }: Save) => JSON.stringify([wanted, confirmed]),
    mutationFn: async ({ base, wanted, confirmed = false }: Save) => {
      if (!confirmed) await assertNoRises({ ...(base && { id: base.id }), package: wanted });
      return base === undefined
        ? send(postAdminPackage, { body: wanted })
        : saveVersioned(
            base,
            (stored) =>
              send(putAdminPackage, {
                id: base.id,
                body: mergedInto(stored, { base, wanted }),
                version: stored.version,
              }),
            (current) => overlapsOf({ base, wanted }, current).length > 0,
          );
    },
    onSuccess: (_response, { base }) => {
      onSaved();
      showSuccess(base === undefined ? 'Package created successfully' : 'Package updated successfully');
      return refresh();
    },
    onError: (error, { base }) => {
      if (!(error instanceof VersionConflict || error instanceof UnconfirmedRises))
        toastError('Error', base === undefined ? createErrorText(error) : updateErrorText(error));
      return refreshIfStale(error, refresh);
    },
  });
}

/** Returns the stored package with this edit applied. */
function mergedInto(stored: AdminPackage, { base, wanted }: Save): PackageRequest {
  const pick = <Field extends keyof PackageRequest>(field: Field) =>
    base?.[field] === wanted[field] ? stored[field] : wanted[field];
  return {
    name: pick('name'),
    price_yearly_usd_full: pick('price_yearly_usd_full'),
    price_yearly_usd_now: pick('price_yearly_usd_now'),
  };
}

/** Refetches the packages if the error means that the shown ones are outdated. */
async function refreshIfStale(error: Error, refresh: () => Promise<void>): Promise<void> {
  const isStale =
    error instanceof VersionConflict || (error instanceof ApiError && [404, 409, 412].includes(error.status));
  if (isStale) await refresh();
}

interface Removal {
  item: AdminPackage;
  /** True once the administrator has confirmed that prices rise. */
  confirmed?: boolean;
}

/** Deletes a package and shows the result in a toast. */
export function useDeletePackage() {
  const refresh = useRefresh();
  return useAction({
    keyOf: ({ item, confirmed }: Removal) => `${item.id} ${confirmed}`,
    mutationFn: async ({ item: { id, version }, confirmed = false }: Removal) => {
      if (!confirmed) await assertNoRises({ id });
      return send(deleteAdminPackage, { id, version });
    },
    onSuccess: () => {
      showSuccess('Package deleted successfully');
      return refresh();
    },
    onError: (error) => {
      if (!(error instanceof UnconfirmedRises)) toastError('Error', fixedErrorText(error, 'Failed to delete package'));
      return refreshIfStale(error, refresh);
    },
  });
}

function useRefresh() {
  const client = useQueryClient();
  return async () => {
    void client.invalidateQueries({ queryKey: [pathOf(getPackages)] });
    void client.invalidateQueries({ queryKey: [pathOf(getAdminAudit)] });
    await client.invalidateQueries({ queryKey: packagesQuery.queryKey });
  };
}

function createErrorText(error: Error): string {
  return errorText(error, 'Failed to create package');
}

function updateErrorText(error: Error): string {
  if (error instanceof ApiError && error.fieldErrors.length > 0) {
    return `Validation error: ${error.fieldErrors.map(({ message }) => message).join(', ')}`;
  }
  return errorText(error, 'Failed to update package');
}

function showSuccess(description: string): void {
  toast({ title: 'Success', description });
}
