import { type FormEvent, useEffect, useState } from 'react';
import { isPlatformId, platformOf, platformUrl } from '../../contract/platforms.ts';
import { USERNAME_MAX_LENGTH } from '../../contract/social-links.ts';
import { platformLabel } from '../lib/platform-label.ts';
import { PlatformIcon } from '../public-page/platform-icon.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions, DialogIcon } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { typedUsername } from './link-list.ts';

interface LinkDialogProps {
  open: boolean;
  platform: string;
  /** The user name that is connected now; empty for none. */
  current: string;
  busy: boolean;
  onClose: () => void;
  onSave: (username: string) => void;
}

/** Asks for a user name on one network. */
export function LinkDialog({ open, platform, current, busy, onClose, onSave }: LinkDialogProps) {
  const [typed, setTyped] = useState(current);
  // Opened again, it begins with what is connected.
  useEffect(() => {
    if (open) setTyped(current);
  }, [open, current]);
  const name = platformLabel(platform);
  const username = typedUsername(platform, typed);
  const isTooLong = username.length > USERNAME_MAX_LENGTH;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (username !== '' && !isTooLong && !busy) onSave(username);
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={
        <DialogIcon tone="brand">
          <span className="[&_svg]:fill-current">{isPlatformId(platform) && <PlatformIcon id={platform} />}</span>
        </DialogIcon>
      }
      title={current === '' ? `Add ${name}` : `Edit ${name}`}
    >
      <form noValidate onSubmit={submit}>
        <Field
          label="Username"
          error={isTooLong ? `A user name has at most ${USERNAME_MAX_LENGTH} characters.` : undefined}
          help={
            username === '' ? (
              'Your name there, without the address.'
            ) : (
              <span className="wrap-anywhere">Leads to {platformUrl(platform, username)}</span>
            )
          }
        >
          {(control) => (
            <div className="flex flex-col sm:flex-row">
              <span className="flex min-h-9 items-center rounded-t-control border border-b-0 border-field bg-muted px-3.5 text-sm text-soft sm:rounded-l-control sm:rounded-tr-none sm:border-r-0 sm:border-b">
                {platformOf(platform)?.base}
              </span>
              <Input
                {...control}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                readOnly={busy}
                placeholder="username"
                autoCapitalize="none"
                autoComplete="off"
                autoCorrect="off"
                spellCheck={false}
                enterKeyHint="done"
                className="rounded-t-none! sm:rounded-l-none! sm:rounded-r-control!"
              />
            </div>
          )}
        </Field>
        <DialogActions>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="brand" disabled={username === '' || isTooLong} busy={busy}>
            {current === '' ? 'Add Link' : 'Update Link'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
