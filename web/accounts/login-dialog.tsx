import { CircleCheck, TriangleAlert, Zap } from 'lucide-react';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { calls, pages } from '../../contract/paths.ts';
import { send } from '../lib/api-client.ts';
import { useSite } from '../lib/site.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions, DialogIcon } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';

const INVALID = 'Please enter a valid email address';
const FAILED = 'Failed to send magic link. Please try again.';

type State = { step: 'form' | 'sending' } | { step: 'success'; email: string } | { step: 'error'; message: string };

/** Signs people in by a mailed link. Closing it forgets what was typed and how it went. */
export function LoginDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [state, setState] = useState<State>({ step: 'form' });
  const { register, handleSubmit, reset } = useForm({ defaultValues: { email: '' } });
  // A request that ends after the dialog was closed must not change the next one.
  const attempt = useRef<AbortController | null>(null);

  function close() {
    attempt.current?.abort();
    reset();
    setState({ step: 'form' });
    onClose();
  }

  async function submit(form: { email: string }) {
    const email = form.email.trim();
    const controller = new AbortController();
    attempt.current = controller;
    setState({ step: 'sending' });
    try {
      await send(calls.sendLoginLink(), { method: 'POST', body: { email }, signal: controller.signal });
      if (!controller.signal.aborted) setState({ step: 'success', email });
    } catch {
      if (!controller.signal.aborted) setState({ step: 'error', message: FAILED });
    }
  }

  if (state.step === 'success') {
    return (
      <Dialog
        open={open}
        onClose={close}
        centered
        icon={ICONS.success}
        title="Magic Link Sent!"
        description={<Sent email={state.email} />}
      >
        <Button className="w-full" onClick={close}>
          Close
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
          <Button onClick={() => setState({ step: 'form' })}>Try Again</Button>
          <Button variant="ghost" onClick={close}>
            Cancel
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      icon={ICONS.form}
      title="Connect to your universe"
      description="No password. We mail you a link that signs you in."
    >
      <form noValidate onSubmit={handleSubmit(submit, () => setState({ step: 'error', message: INVALID }))}>
        <Field label="Email">
          {(control) => (
            <Input
              {...control}
              // Looser than the server on purpose: only what is surely no address is stopped here.
              {...register('email', { validate: (email) => email.includes('@') })}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="you@example.com"
              readOnly={state.step === 'sending'}
            />
          )}
        </Field>
        <DialogActions>
          <Button type="submit" variant="brand" disabled={state.step === 'sending'} busy={state.step === 'sending'}>
            Send Magic Link
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const ICONS = {
  form: (
    <DialogIcon tone="brand">
      <Zap aria-hidden />
    </DialogIcon>
  ),
  success: (
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

function Sent({ email }: { email: string }) {
  const { localMode } = useSite();
  return (
    <div role="status" className="grid gap-2">
      <p>Check your email for the connection link</p>
      <p className="text-sm">
        We sent it to <strong className="font-semibold wrap-anywhere text-text">{email}</strong>. It works once, within
        10 minutes.
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
