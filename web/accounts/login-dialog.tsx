import { Zap } from 'lucide-react';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { calls } from '../../contract/paths.ts';
import { send } from '../lib/api-client.ts';
import { OutboxHint } from '../lib/outbox-hint.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions, DialogIcon } from '../ui/dialog.tsx';
import { EmailInput } from '../ui/email-input.tsx';
import { Field } from '../ui/field.tsx';
import { failure, success } from '../ui/outcome.tsx';

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
        {...success({
          title: 'Magic Link Sent!',
          closeLabel: 'Close',
          onClose: close,
          words: (
            <>
              <p>Check your email for the connection link</p>
              <p className="text-sm">
                We sent it to <strong className="font-semibold wrap-anywhere text-text">{state.email}</strong>. It works
                once, within 10 minutes.
              </p>
              <OutboxHint />
            </>
          ),
        })}
      />
    );
  }
  if (state.step === 'error') {
    return (
      <Dialog
        open={open}
        {...failure({
          title: 'Oops! Something went wrong',
          onClose: close,
          onRetry: () => setState({ step: 'form' }),
          words: state.message,
        })}
      />
    );
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      icon={ICON}
      title="Connect to your universe"
      description="No password. We mail you a link that signs you in."
    >
      <form noValidate onSubmit={handleSubmit(submit, () => setState({ step: 'error', message: INVALID }))}>
        <Field label="Email">
          {(control) => (
            <EmailInput
              {...control}
              // Looser than the server on purpose: only what is surely no address is stopped here.
              {...register('email', { validate: (email) => email.includes('@') })}
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

const ICON = (
  <DialogIcon tone="brand">
    <Zap aria-hidden />
  </DialogIcon>
);
