import type { ComponentProps } from 'react';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { Textarea } from '../../../ui/form/textarea.tsx';
import { useSiteValue, type ValueName } from '../site-form-context.ts';

interface TextFieldProps
  extends Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'placeholder' | 'autoCapitalize'> {
  name: ValueName;
  label: string;
  help?: string;
  /** The text may have several lines. */
  hasLines?: boolean;
}

/** One text of the document. */
export function TextField({ name, label, help, hasLines = false, ...attributes }: TextFieldProps) {
  const { value, error, change } = useSiteValue<string | null>(name);
  const field = {
    value: value ?? '',
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => change(event.target.value),
  };
  return (
    <Field label={label} help={help} error={error}>
      {(control) =>
        hasLines ? <Textarea {...control} {...field} /> : <Input {...control} {...field} {...attributes} />
      }
    </Field>
  );
}
