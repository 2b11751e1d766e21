import { useQueryClient } from '@tanstack/react-query';
import type { PackageRequest } from '../../contract/admin.ts';
import { calls } from '../../contract/paths.ts';
import { send } from '../lib/api-client.ts';
import { ApiError } from '../lib/api-error.ts';
import { errorWords } from '../lib/error-words.ts';
import { reading } from '../lib/query-client.ts';
import { useAct } from '../lib/use-act.ts';
import { toast } from '../ui/toast-store.ts';

export const packagesQuery = reading(
  calls.adminPackages(),
  async () => (await import('../../contract/admin.ts')).adminPackages,
);

/** Saves a package, a new one where it has no id, and says in a toast how it went. */
export function useSavePackage(onSaved: () => void) {
  const refresh = useRefresh();
  return useAct({
    mutationFn: ({ id, wanted }: { id: number | undefined; wanted: PackageRequest }) =>
      id === undefined
        ? send(calls.adminPackages(), { method: 'POST', body: wanted })
        : send(calls.adminPackage(id), { method: 'PUT', body: wanted }),
    onSuccess: (_answer, { id }) => {
      onSaved();
      sayDone(id === undefined ? 'Package created successfully' : 'Package updated successfully');
      return refresh();
    },
    onError: (error, { id }) => sayFailed(id === undefined ? createFault(error) : updateFault(error)),
  });
}

/** Deletes a package, and says in a toast how it went. */
export function useDeletePackage() {
  const refresh = useRefresh();
  return useAct({
    mutationFn: (id: number) => send(calls.adminPackage(id), { method: 'DELETE' }),
    onSuccess: () => {
      sayDone('Package deleted successfully');
      return refresh();
    },
    onError: () => sayFailed('Failed to delete package'),
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
  return errorWords(error, 'Failed to create package');
}

function updateFault(error: Error): string {
  if (error instanceof ApiError && error.fields.length > 0) {
    return `Validation error: ${error.fields.map(({ message }) => message).join(', ')}`;
  }
  return errorWords(error, 'Failed to update package');
}

function sayDone(description: string): void {
  toast({ title: 'Success', description });
}

function sayFailed(description: string): void {
  toast({ title: 'Error', description, variant: 'destructive' });
}
