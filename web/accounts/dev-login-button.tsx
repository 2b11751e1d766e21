import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { postDevLogin } from '../../contract/accounts/accounts.ts';
import { call } from '../api/client.ts';
import { ApiError } from '../api/error.ts';
import { Button } from '../ui/form/button.tsx';
import { toast, toastError } from '../ui/toast/toast-store.ts';

/** Time to read the toast before the page reloads, in milliseconds. */
const RELOAD_DELAY_MS = 900;

/** Signs in as the first administrator; rendered in local mode only. */
export function DevLoginButton() {
  const [busy, setBusy] = useState(false);

  async function signIn() {
    setBusy(true);
    try {
      await call(postDevLogin);
      toast({ title: 'Login Successful', description: 'Welcome back' });
      setTimeout(() => window.location.reload(), RELOAD_DELAY_MS);
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError) toastError('Login Failed', 'Failed to login with dev account');
      else toastError('Login Error', 'An error occurred during login');
    }
  }

  return (
    <Button variant="ghost" busy={busy} onClick={signIn} aria-label="Dev login" className="max-sm:px-3">
      <FlaskConical aria-hidden />
      <span className="max-sm:hidden">Dev login</span>
    </Button>
  );
}
