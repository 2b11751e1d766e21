import { networkOf } from '../../../../contract/social/networks.ts';
import { nameFieldOf, readPlatformLink } from '../../../../contract/social/platform-links.ts';
import { Dialog, DialogIcon } from '../../../ui/dialog/dialog.tsx';
import { DialogForm } from '../../../ui/dialog/dialog-form.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { NetworkIcon } from '../block-icon.tsx';
import { networkLabel } from '../shared/block-title.ts';
import { complete, type Draftable } from './draftable.ts';
import { useSaveBlock } from './use-save-block.ts';

interface NetworkDialogProps {
  open: boolean;
  onClose: () => void;
  /** The key of the block, null for a new one. */
  itemKey: string | null;
  start: Extract<Draftable, { type: 'network' }>;
}

/** Long enough for a pasted URL. */
const MAX_LENGTH = 2048;

/** Asks for a user name or a URL on one network, and rejects input that yields no link. */
export function NetworkDialog({ open, onClose, itemKey, start }: NetworkDialogProps) {
  const { platform } = start;
  const current = start.username;
  const { busy, save } = useSaveBlock(itemKey, onClose, (found) => fail({ username: Object.values(found)[0] }));
  const { values, errors, fail, form, input } = useForm(
    { username: current },
    {
      busy,
      onSubmit() {
        if (blank) return;
        // An unchanged name keeps the URL, which may be a custom one.
        if (itemKey !== null && typed.trim() === current) return onClose();
        if ('fault' in read) return { username: read.fault };
        save(complete({ ...start, ...read }));
      },
    },
  );
  const typed: string = values.username;
  const name = networkLabel(platform);
  const { label, example, hint } = nameFieldOf(platform);
  const base = networkOf(platform)?.base ?? '';
  const blank = typed.trim() === '';
  const isAsPasted = typed.trim() === current && start.url !== '';
  const read = isAsPasted ? { username: current, url: start.url } : readPlatformLink(platform, typed);

  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={
        <DialogIcon tone="brand">
          <NetworkIcon id={platform} />
        </DialogIcon>
      }
      title={itemKey === null ? `Add ${name}` : `Edit ${name}`}
    >
      <DialogForm
        {...form}
        onCancel={onClose}
        submit={{ variant: 'brand', disabled: blank, busy, children: itemKey === null ? 'Add Link' : 'Update Link' }}
      >
        <Field
          label={label}
          error={errors.username}
          help={blank || 'fault' in read ? hint : <span className="wrap-anywhere">Leads to {read.url}</span>}
        >
          {(control) => (
            <div className="flex flex-col sm:flex-row">
              {base !== '' && (
                <span className="flex min-h-9 items-center rounded-t-control border border-b-0 border-field bg-muted px-3.5 text-sm text-soft sm:rounded-l-control sm:rounded-tr-none sm:border-r-0 sm:border-b">
                  {base}
                </span>
              )}
              <Input
                {...control}
                {...input('username')}
                maxLength={MAX_LENGTH}
                placeholder={example}
                autoCapitalize="none"
                autoComplete="off"
                autoCorrect="off"
                spellCheck={false}
                enterKeyHint="done"
                className={base === '' ? '' : 'rounded-t-none! sm:rounded-l-none! sm:rounded-r-control!'}
              />
            </div>
          )}
        </Field>
      </DialogForm>
    </Dialog>
  );
}
