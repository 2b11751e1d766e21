import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pathOf } from '../../../contract/call.ts';
import {
  type AdminInvitation,
  getAdminInvitations,
  INVITATION_MAX_DAYS,
  INVITATION_MAX_USES,
  postAdminInvitation,
} from '../../../contract/claims/claim-invitations.ts';
import { DAY } from '../../../contract/time.ts';
import { call } from '../../api/client.ts';
import { showFailure } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { Button } from '../../ui/form/button.tsx';
import { CopyButton } from '../../ui/form/copy-button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/form/input.tsx';
import { useForm } from '../../ui/form/use-form.ts';

/** The days after which an invitation ends unless another day is chosen. */
const USUAL_DAYS = 30;

/** Creates an invitation, and shows its link. */
export function InvitationDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const [created, setCreated] = useState<AdminInvitation>();
  const create = useAction({
    keyOf: (body: { uses: number; until: string; handle?: string }) => JSON.stringify(body),
    mutationFn: (body: { uses: number; until: string; handle?: string }) => call(postAdminInvitation, { body }),
    onSuccess: setCreated,
    onError: (error) => showFailure(error),
    onSettled: () => void client.invalidateQueries({ queryKey: [pathOf(getAdminInvitations)] }),
  });
  const { values, errors, form, input, reset } = useForm(
    () => ({ uses: '1', until: dayAfter(USUAL_DAYS), handle: '' }),
    {
      busy: create.isPending,
      onSubmit({ uses, until, handle }) {
        const name = handle.trim().toLowerCase();
        const problems = problemsOf({ uses: name === '' ? uses : '1', until });
        if (Object.keys(problems).length > 0) return problems;
        const end = new Date(`${until}T23:59:59`).toISOString();
        create.mutate({ uses: name === '' ? Number(uses) : 1, until: end, ...(name !== '' && { handle: name }) });
      },
    },
  );
  const hasHandle = values.handle.trim() !== '';

  function close() {
    onClose();
    setCreated(undefined);
    reset();
  }

  if (created?.url) {
    return (
      <Dialog
        open={open}
        onClose={close}
        title="Your invitation is ready"
        description="Send this link only to people who may have a handle. Everybody who has the link can use it."
      >
        <div className="flex items-center gap-2 rounded-control border border-border bg-muted py-1 pl-3">
          <span className="min-w-0 flex-1 text-sm break-all">{created.url}</span>
          <CopyButton text={created.url} label="Copy the link" />
        </div>
        <Button className="mt-4 w-full" onClick={close}>
          Done
        </Button>
      </Dialog>
    );
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Create an invitation"
      description="Its link lets people claim a handle, whatever the rule of the site is."
    >
      <DialogForm
        {...form}
        className="grid gap-4"
        onCancel={close}
        submit={{ busy: create.isPending, children: 'Create' }}
      >
        <Field
          label="Handle"
          help="Leave it empty to let people choose. A handle is held until then, and the link works once."
        >
          {(control) => <Input {...control} {...input('handle')} autoComplete="off" autoCapitalize="none" />}
        </Field>
        {!hasHandle && (
          <Field label="Number of handles" error={errors.uses}>
            {(control) => <Input {...control} {...input('uses')} type="number" min="1" max={INVITATION_MAX_USES} />}
          </Field>
        )}
        <Field label="Last day" error={errors.until}>
          {(control) => <Input {...control} {...input('until')} type="date" />}
        </Field>
      </DialogForm>
    </Dialog>
  );
}

/** Returns what is wrong with the typed values, by field. */
function problemsOf({ uses, until }: { uses: string; until: string }): { uses?: string; until?: string } {
  const isNumber = /^\d{1,4}$/.test(uses) && Number(uses) >= 1 && Number(uses) <= INVITATION_MAX_USES;
  const isDay = until >= dayAfter(0) && until < dayAfter(INVITATION_MAX_DAYS);
  return {
    ...(!isNumber && { uses: `Please enter a number from 1 to ${INVITATION_MAX_USES}.` }),
    ...(!isDay && { until: 'Please choose a day from today on, within a year.' }),
  };
}

/** Returns the day after a number of days, as the value of a date field. */
function dayAfter(days: number): string {
  return new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
}
