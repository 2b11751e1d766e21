import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AutoReply, autoReplyChange, putAutoReply } from '../../../contract/sending/auto-reply.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { failureOf } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import { saveVersioned, VersionConflict } from '../../api/versioned-save.ts';
import { autoReplyQuery } from './auto-reply-query.ts';
import {
  type AutoReplyField,
  type AutoReplyValues,
  changedFields,
  changeOf,
  fieldOfPath,
  mergedValues,
  overlappingFields,
} from './values.ts';

export type AutoReplyErrors = Partial<Record<AutoReplyField, string | undefined>>;

interface Save {
  /** The settings that the form was filled from. */
  base: AutoReply;
  values: AutoReplyValues;
  enabled: boolean;
}

/** An edit conflict: the stored settings, the fields that both edits changed, and the rejected save. */
export interface AutoReplyConflict {
  current: AutoReply;
  fields: AutoReplyField[];
  save: Save;
}

const TEXTS: Partial<Record<AutoReplyField, string>> = {
  every: 'Please enter a number of days from 1 to 30.',
  lastDay: 'The last day must not be before the first.',
};

/** Saves the automatic reply, and returns the state of the save. */
export function useSaveAutoReply(
  handleId: number,
  onSaved: (saved: AutoReply, sent: AutoReplyValues) => void,
  onRefused: (errors: AutoReplyErrors) => void,
) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const [conflict, setConflict] = useState<AutoReplyConflict | null>(null);

  const { mutate, isPending, variables } = useAction({
    keyOf: (save: Save) => JSON.stringify([save.values, save.enabled]),
    mutationFn: ({ base, values, enabled }: Save) =>
      saveVersioned(
        base,
        (current) =>
          call(putAutoReply, {
            id: handleId,
            body: changeOf(current, mergedValues(base, current, values), enabled),
            version: current.version,
          }),
        (current) => overlappingFields(base, current, values).length > 0,
      ),
    onSuccess: (saved, { values }) => {
      client.setQueryData(autoReplyQuery(handleId).queryKey, saved);
      onSaved(saved, values);
    },
    onError: (error, save) => {
      if (error instanceof VersionConflict && error.current !== null) {
        const current = error.current as AutoReply;
        return setConflict({ current, fields: overlappingFields(save.base, current, save.values), save });
      }
      const found = fieldErrorsOf(error);
      onRefused(found);
      const isAtFields = Object.keys(found).length > 0;
      setProblem(isAtFields ? CHECK_FIELDS : failureOf({ error }, 'The reply could not be saved. Please try again.'));
    },
  });

  return {
    problem,
    conflict,
    busy: isPending && variables ? kindOf(variables) : null,
    save(save: Save) {
      const invalid = invalidFields(save);
      onRefused(invalid);
      setProblem(Object.keys(invalid).length > 0 ? CHECK_FIELDS : undefined);
      if (Object.keys(invalid).length === 0) mutate(save);
    },
    clearProblem: () => setProblem(undefined),
    closeConflict: () => setConflict(null),
  };
}

/** Returns whether a save turns the reply on or off. */
function kindOf({ base, enabled }: Save): 'save' | 'switch' {
  return base.enabled === enabled ? 'save' : 'switch';
}

const CHECK_FIELDS = 'Nothing was saved yet: please check the fields marked above.';

/** Checks the form with the schema of the request. */
function invalidFields({ base, values, enabled }: Save): AutoReplyErrors {
  // Turning the reply off keeps what is stored, which may be empty.
  if (!enabled && changedFields(base, values).length === 0) return {};
  const { error } = autoReplyChange.safeParse(changeOf(base, values, enabled));
  return firstErrors((error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message })));
}

function fieldErrorsOf(error: unknown): AutoReplyErrors {
  return error instanceof ApiError ? firstErrors(error.fieldErrors) : {};
}

/** Returns the first message for each field of the form. */
function firstErrors(errors: readonly { path: string; message: string }[]): AutoReplyErrors {
  const found: AutoReplyErrors = {};
  for (const { path, message } of errors) {
    const field = fieldOfPath(path);
    if (field) found[field] ??= TEXTS[field] ?? message;
  }
  return found;
}
