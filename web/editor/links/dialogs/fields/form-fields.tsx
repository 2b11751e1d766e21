import { Field } from '../../../../ui/form/field.tsx';
import { Input } from '../../../../ui/form/input.tsx';
import { Textarea } from '../../../../ui/form/textarea.tsx';
import { useEditor } from '../../../shared/editor-context.ts';
import { BLOCK_NAMES } from '../../shared/block-title.ts';
import type { FieldsProps } from './fields-props.ts';

const NOTES = {
  contact: {
    label: 'Text above the form',
    help: 'Messages go to the same inbox as the handle’s mail. Visitors never see that address.',
  },
  subscribe: {
    label: 'What people sign up for',
    help: 'For example, one email a month about new prints. The text is recorded with each sign-up.',
  },
};

/** The fields of a form for visitors. */
export function FormFields({ value, errors, busy, onChange }: FieldsProps<'contact' | 'subscribe'>) {
  const note = NOTES[value.type];
  const { handle } = useEditor();
  return (
    <>
      {value.type === 'contact' && !handle.acceptsMail && (
        <p className="rounded-control bg-warning-surface px-3.5 py-2.5 text-sm text-pretty text-warning">
          Mail to {handle.handle} reaches nobody at the moment. The form appears on the page once the mail reaches an
          inbox.
        </p>
      )}
      <Field label="Title (optional)" error={errors.title}>
        {(control) => (
          <Input
            {...control}
            value={value.title ?? ''}
            onChange={(event) => onChange({ title: event.target.value || null })}
            placeholder={BLOCK_NAMES[value.type]}
            readOnly={busy}
            dir="auto"
            autoComplete="off"
          />
        )}
      </Field>
      <Field label={`${note.label} (optional)`} error={errors.note} help={note.help}>
        {(control) => (
          <Textarea
            {...control}
            value={value.note ?? ''}
            onChange={(event) => onChange({ note: event.target.value || null })}
            readOnly={busy}
            dir="auto"
          />
        )}
      </Field>
    </>
  );
}
