import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getAdminAudit } from '../../../contract/admin/admin.ts';
import { pathOf } from '../../../contract/call.ts';
import { getAdminSite, putAdminSite, type VersionedSite } from '../../../contract/site/site-document.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { failureOf } from '../../api/failure.ts';
import { queryOf } from '../../api/query-client.ts';
import { useAction } from '../../api/use-action.ts';
import { saveVersioned, VersionConflict } from '../../api/versioned-save.ts';
import { toast } from '../../ui/toast/toast-store.ts';
import {
  errorsOf,
  firstErrors,
  inOrder,
  mergedSite,
  overlappingParts,
  type SiteEdit,
  type SiteErrors,
} from './draft.ts';

/** The query of the document of the site. */
export const siteQuery = queryOf(getAdminSite);

/** An edit conflict: the stored document, the parts that both edits changed, and the rejected edit. */
export interface SiteConflict {
  current: VersionedSite;
  parts: string[];
  edit: SiteEdit;
}

const CHECK_FIELDS = 'Nothing was saved yet: please check the fields marked above.';

/** Saves the document of the site, and returns the state of the save. */
export function useSaveSite(onSaved: (saved: VersionedSite) => void, onRefused: (errors: SiteErrors) => void) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const [conflict, setConflict] = useState<SiteConflict>();

  function refuse(errors: SiteErrors): boolean {
    const isRefused = Object.keys(errors).length > 0;
    setProblem(isRefused ? CHECK_FIELDS : undefined);
    onRefused(errors);
    return isRefused;
  }

  const { mutate, isPending } = useAction({
    keyOf: ({ wanted, from }: SiteEdit) => JSON.stringify([wanted, from]),
    mutationFn: (edit: SiteEdit) =>
      saveVersioned(
        edit.base,
        (stored) =>
          call(putAdminSite, {
            query: edit.from === '' ? {} : { from: edit.from },
            body: mergedSite(edit, stored),
            version: stored.version,
          }),
        (stored) => overlappingParts(edit, inOrder(stored)).length > 0,
      ),
    onSuccess: (saved) => {
      client.setQueryData(siteQuery.queryKey, saved);
      void client.invalidateQueries({ queryKey: [pathOf(getAdminAudit)] });
      onSaved(saved);
      toast({ title: 'Saved', description: 'Every page shows it within a second. Reload pages that are open.' });
    },
    onError: (error, edit) => {
      if (error instanceof VersionConflict && error.current !== null) {
        const current = inOrder(error.current as VersionedSite);
        return setConflict({ current, parts: overlappingParts(edit, current), edit });
      }
      if (refuse(error instanceof ApiError ? firstErrors(error.fieldErrors) : {})) return;
      setProblem(failureOf({ error }, 'The site could not be saved. Please try again.'));
    },
  });

  return {
    problem,
    conflict,
    isSaving: isPending,
    save: (edit: SiteEdit) => {
      if (!refuse(errorsOf(edit.wanted))) mutate(edit);
    },
    clearProblem: () => setProblem(undefined),
    closeConflict: () => setConflict(undefined),
  };
}
