import { valueAt } from '../../../../contract/site/site-values.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Textarea } from '../../../ui/form/textarea.tsx';
import { toDocument } from '../draft.ts';
import { useSiteForm, useSiteValue, type ValueName } from '../site-form-context.ts';

interface LinesFieldProps {
  name: ValueName;
  label: string;
  help: string;
}

/** A list of short entries, one on each line. An error names the entry. */
export function LinesField({ name, label, help }: LinesFieldProps) {
  const { draft, errors } = useSiteForm();
  const { value = [], change } = useSiteValue<string[]>(name);
  const wrong = Object.keys(errors).find((path) => path === name || path.startsWith(`${name}.`));
  const entry = wrong === undefined ? undefined : valueAt(toDocument(draft), wrong);
  const error = wrong === undefined ? undefined : errors[wrong];
  return (
    <Field label={label} help={help} error={typeof entry === 'string' ? `“${entry}”: ${error}` : error}>
      {(control) => (
        <Textarea
          {...control}
          value={value.join('\n')}
          onChange={(event) => change(event.target.value.split('\n'))}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
