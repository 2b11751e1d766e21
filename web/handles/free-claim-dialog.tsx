import { CircleCheck, Sparkles, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { calls, pages } from '../../contract/paths.ts';
import { planForHandle } from '../../contract/plans.ts';
import { call } from '../lib/api-client.ts';
import { ApiError } from '../lib/api-error.ts';
import { errorWords } from '../lib/error-words.ts';
import { useSite } from '../lib/site.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions, DialogIcon } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';

const loadAnswer = async () => (await import('../../contract/accounts.ts')).done;

type State = { step: 'email' | 'sending' } | { step: 'sent'; email: string } | { step: 'error'; message: string };

interface FreeClaimDialogProps {
  open: boolean;
  handle: string;
  onClose: () => void;
}

/** Claims a free handle by a mailed link. Closing it forgets what was typed. */
export function FreeClaimDialog({ open, handle, onClose }: FreeClaimDialogProps) {
  const [state, setState] = useState<State>({ step: 'email' });
  const { register, handleSubmit, reset, watch } = useForm({ defaultValues: { email: '' } });
  const complete = watch('email').trim().includes('@');
  const attempt = useRef<AbortController | null>(null);

  function close() {
    attempt.current?.abort();
    reset();
    setState({ step: 'email' });
    onClose();
  }

  async function submit(form: { email: string }) {
    const email = form.email.trim();
    const controller = new AbortController();
    attempt.current = controller;
    setState({ step: 'sending' });
    try {
      const body = { email, handle, plan: planForHandle(handle) };
      await call(calls.sendClaimLink(), loadAnswer, { method: 'POST', body, signal: controller.signal });
      if (!controller.signal.aborted) setState({ step: 'sent', email });
    } catch (error) {
      if (!controller.signal.aborted) setState({ step: 'error', message: claimErrorWords(error) });
    }
  }

  if (state.step === 'sent') {
    return (
      <Dialog
        open={open}
        onClose={close}
        centered
        icon={ICONS.sent}
        title="Check your email!"
        description={<Sent email={state.email} handle={handle} />}
      >
        <Button className="w-full" onClick={close}>
          Got it
        </Button>
      </Dialog>
    );
  }
  if (state.step === 'error') {
    return (
      <Dialog
        open={open}
        onClose={close}
        centered
        icon={ICONS.error}
        title="Oops! Something went wrong"
        description={<p role="alert">{state.message}</p>}
      >
        <div className="flex flex-col gap-2.5">
          <Button onClick={() => setState({ step: 'email' })}>Try Again</Button>
          <Button variant="ghost" onClick={close}>
            Cancel
          </Button>
        </div>
      </Dialog>
    );
  }
  const sending = state.step === 'sending';
  return (
    <Dialog
      open={open}
      onClose={close}
      icon={ICONS.email}
      title="Grab your handle"
      description={
        <p>
          Where shall we send the link that makes{' '}
          <strong className="font-semibold wrap-anywhere text-text">{handle}</strong> yours?
        </p>
      }
    >
      <form noValidate onSubmit={handleSubmit(submit)}>
        <Field label="Your email" help="Please double-check your email: your profile will be linked to it.">
          {(control) => (
            <Input
              {...control}
              {...register('email', { required: true, validate: (email) => email.includes('@') })}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="you@example.com"
              readOnly={sending}
            />
          )}
        </Field>
        <DialogActions>
          <Button type="submit" variant="brand" disabled={!complete || sending} busy={sending}>
            Send Magic Link
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The server's words; else what went wrong as far as we know: an answer without words, or no answer at all. */
export function claimErrorWords(error: unknown): string {
  return errorWords(
    error,
    error instanceof ApiError ? 'Failed to send magic link' : 'Failed to send magic link. Please try again.',
  );
}

const ICONS = {
  email: (
    <DialogIcon tone="brand">
      <Sparkles aria-hidden />
    </DialogIcon>
  ),
  sent: (
    <DialogIcon tone="success">
      <CircleCheck aria-hidden />
    </DialogIcon>
  ),
  error: (
    <DialogIcon tone="danger">
      <TriangleAlert aria-hidden />
    </DialogIcon>
  ),
};

function Sent({ email, handle }: { email: string; handle: string }) {
  const { localMode } = useSite();
  return (
    <div role="status" className="grid gap-2">
      <p>
        We sent a magic link to <strong className="font-semibold wrap-anywhere text-text">{email}</strong>. Follow it
        within 10 minutes and <strong className="font-semibold wrap-anywhere text-text">{handle}</strong> is yours.
      </p>
      {localMode && (
        <p className="text-sm">
          Nothing leaves this computer: read it in the{' '}
          <a className="font-medium text-accent underline" href={pages.outbox()}>
            outbox
          </a>
          .
        </p>
      )}
    </div>
  );
}
