import { BLOCK_TEXT_MAX } from '../../../../../contract/blocks/blocks.ts';
import { Field } from '../../../../ui/form/field.tsx';
import { Input } from '../../../../ui/form/input.tsx';
import { Textarea } from '../../../../ui/form/textarea.tsx';
import type { FieldsProps } from './fields-props.ts';

/** The fields of a heading. */
export function HeadingFields({ value, errors, busy, onChange }: FieldsProps<'heading'>) {
  return (
    <Field label="Heading" error={errors.text} help="Shown above the blocks that follow it.">
      {(control) => (
        <Input
          {...control}
          value={value.text}
          onChange={(event) => onChange({ text: event.target.value })}
          readOnly={busy}
          dir="auto"
          autoComplete="off"
        />
      )}
    </Field>
  );
}

/** The fields of a text. */
export function TextFields({ value, errors, busy, onChange }: FieldsProps<'text'>) {
  const length = [...value.text].length;
  return (
    <Field
      label="Text"
      error={errors.text}
      help={`${length} of ${BLOCK_TEXT_MAX.text} characters. Line breaks are kept.`}
    >
      {(control) => (
        <Textarea
          {...control}
          value={value.text}
          onChange={(event) => onChange({ text: event.target.value })}
          readOnly={busy}
          dir="auto"
          className="max-h-64"
        />
      )}
    </Field>
  );
}
