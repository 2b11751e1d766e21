import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { PlatformLink } from '../../contract/social/network-rules.ts';
import { nameFieldOf, readPlatformLink } from '../../contract/social/platform-links.ts';
import { type PlatformId, platformOf } from '../../contract/social/platforms.ts';
import { PlatformIcon } from '../public-page/platform-icon.tsx';
import { Dialog, DialogActions, DialogIcon } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { Input } from '../ui/form/input.tsx';
import { platformLabel } from './shared/platform-label.ts';

interface LinkDialogProps {
  open: boolean;
  platform: PlatformId;
  /** The connected user name, empty if none exists. */
  current: string;
  busy: boolean;
  onClose: () => void;
  onSave: (link: PlatformLink) => void;
}

/** Long enough for a pasted URL. */
const MAX_LENGTH = 2048;

/** Asks for a user name or a URL on one platform, and rejects input that yields no link. */
export function LinkDialog({ open, platform, current, busy, onClose, onSave }: LinkDialogProps) {
  const [typed, setTyped] = useState(current);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  // Reopening resets the field to the connected name.
  useEffect(() => {
    if (!open) return;
    setTyped(current);
    setError(undefined);
  }, [open, current]);
  const name = platformLabel(platform);
  const { label, example, hint } = nameFieldOf(platform);
  const blank = typed.trim() === '';
  const read = readPlatformLink(platform, typed);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (blank || busy) return;
    // An unchanged name keeps the stored URL, which may be a custom one.
    if (typed.trim() === current) return onClose();
    if ('url' in read) return onSave(read);
    setError(read.fault);
    field.current?.focus();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={
        <DialogIcon tone="brand">
          <span className="[&_svg]:fill-current">
            <PlatformIcon id={platform} />
          </span>
        </DialogIcon>
      }
      title={current === '' ? `Add ${name}` : `Edit ${name}`}
    >
      <form noValidate onSubmit={submit}>
        <Field
          label={label}
          error={error}
          help={blank || !('url' in read) ? hint : <span className="wrap-anywhere">Leads to {read.url}</span>}
        >
          {(control) => (
            <div className="flex flex-col sm:flex-row">
              <span className="flex min-h-9 items-center rounded-t-control border border-b-0 border-field bg-muted px-3.5 text-sm text-soft sm:rounded-l-control sm:rounded-tr-none sm:border-r-0 sm:border-b">
                {platformOf(platform)?.base}
              </span>
              <Input
                {...control}
                ref={field}
                value={typed}
                onChange={(event) => {
                  setError(undefined);
                  setTyped(event.target.value);
                }}
                readOnly={busy}
                maxLength={MAX_LENGTH}
                placeholder={example}
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
          <Button type="submit" variant="brand" disabled={blank} busy={busy}>
            {current === '' ? 'Add Link' : 'Update Link'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
