import { Dialog, DialogIcon } from '../../../ui/dialog/dialog.tsx';
import { DialogForm } from '../../../ui/dialog/dialog-form.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import type { FieldErrors } from '../../shared/editor-store.ts';
import { KindIcon } from '../block-icon.tsx';
import { BLOCK_NAMES, EMBED_NAMES } from '../shared/block-title.ts';
import { complete, type Draftable } from './draftable.ts';
import { FormFields } from './fields/form-fields.tsx';
import { IconsFields } from './fields/icons-fields.tsx';
import { LinkFields } from './fields/link-fields.tsx';
import { HeadingFields, TextFields } from './fields/text-fields.tsx';
import { NetworkDialog } from './network-dialog.tsx';
import { useSaveBlock } from './use-save-block.ts';

interface BlockDialogProps {
  open: boolean;
  onClose: () => void;
  /** The key of the block, null for a new one. */
  itemKey: string | null;
  start: Draftable;
}

/** Adds or changes one block. */
export function BlockDialog({ start, ...props }: BlockDialogProps) {
  if (start.type === 'network') return <NetworkDialog {...props} start={start} />;
  return <FieldsDialog {...props} start={start} />;
}

type FieldsDraftable = Exclude<Draftable, { type: 'network' }>;

function FieldsDialog({ open, onClose, itemKey, start }: BlockDialogProps & { start: FieldsDraftable }) {
  const { busy, save } = useSaveBlock(itemKey, onClose, (found) => fail(found));
  const {
    values: value,
    errors,
    change,
    fail,
    form,
  } = useForm(start, {
    busy,
    onSubmit: (values) => save(complete(values)),
  });
  const kind = value.type === 'embed' ? value.kind : value.type;
  const name = value.type === 'embed' ? EMBED_NAMES[value.kind] : BLOCK_NAMES[value.type];
  const props = { errors: errors as FieldErrors, busy, onChange: (changes: object) => change(changes) };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={
        <DialogIcon tone="brand">
          <KindIcon kind={kind} />
        </DialogIcon>
      }
      title={`${itemKey === null ? 'Add' : 'Edit'} ${name.toLowerCase()}`}
    >
      <DialogForm
        {...form}
        className="grid grid-cols-1 gap-4"
        onCancel={onClose}
        submit={{ variant: 'brand', busy, children: itemKey === null ? 'Add to Page' : 'Update' }}
      >
        {(value.type === 'link' || value.type === 'embed') && <LinkFields value={value} {...props} />}
        {value.type === 'heading' && <HeadingFields value={value} {...props} />}
        {value.type === 'text' && <TextFields value={value} {...props} />}
        {value.type === 'icons' && <IconsFields value={value} {...props} />}
        {(value.type === 'contact' || value.type === 'subscribe') && <FormFields value={value} {...props} />}
      </DialogForm>
    </Dialog>
  );
}
