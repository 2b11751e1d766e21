import { X } from 'lucide-react';
import { type ClipboardEvent, useState } from 'react';
import { useSingleAction } from '../../api/use-action.ts';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/form/input.tsx';
import { useForm } from '../../ui/form/use-form.ts';

import { PolicyPart } from './policy-part.tsx';

/** Longer lists are collapsed to this many entries. */
const COLLAPSED_COUNT = 12;

export type ParsedEntries = { entries: string[] } | { error: string };

interface EntryListProps {
  title: string;
  description: string;
  /** Accessible name of the list. */
  listLabel: string;
  /** Verb in the accessible name of each entry's button, such as "Remove". */
  removeLabel: string;
  field: { label: string; help: string; placeholder: string; submit: string; inputMode?: 'email' };
  entries: readonly string[];
  /** Parses typed text. It is async because the schemas are loaded on first use. */
  parse: (text: string) => Promise<ParsedEntries>;
  onAdd: (entries: string[]) => void;
  onRemove: (entry: string) => void;
}

/** A mail rule that is a list of entries, with a field that adds one or several. */
export function EntryList({ entries, field, parse, onAdd, onRemove, ...props }: EntryListProps) {
  const single = useSingleAction();
  const { values, errors, change, fail, form, input } = useForm(
    { text: '' },
    { onSubmit: ({ text }) => void single(() => add(text), text) },
  );
  const [isExpanded, setExpanded] = useState(false);
  const shown = isExpanded ? entries : entries.slice(0, COLLAPSED_COUNT);

  async function add(text: string) {
    const parsed = await parse(text);
    if ('error' in parsed) {
      fail({ text: parsed.error });
      throw new Error(parsed.error);
    }
    change({ text: '' });
    if (entries.length + parsed.entries.length > COLLAPSED_COUNT) setExpanded(true);
    onAdd(parsed.entries);
  }

  /** Pastes lines with commas between them, because a one-line field would join them without a separator. */
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text');
    if (!/[\r\n]/.test(pasted)) return;
    event.preventDefault();
    const lines = [values.text.trim(), ...pasted.split(/[\r\n]+/)];
    change({ text: lines.filter((line) => line.trim() !== '').join(', ') });
  }

  return (
    <PolicyPart title={props.title} description={props.description}>
      <form {...form} className="flex items-start gap-2.5">
        <div className="min-w-0 flex-1">
          <Field label={<span className="sr-only">{field.label}</span>} help={field.help} error={errors.text}>
            {(control) => (
              <Input
                {...control}
                {...input('text')}
                onPaste={paste}
                inputMode={field.inputMode}
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                enterKeyHint="done"
                placeholder={field.placeholder}
              />
            )}
          </Field>
        </div>
        <Button type="submit" variant="secondary" className="mt-1.5">
          {field.submit}
        </Button>
      </form>
      {entries.length > 0 && (
        <ul aria-label={props.listLabel} className="flex flex-wrap gap-2">
          {shown.map((entry) => (
            <li key={entry} className="flex max-w-full items-center rounded-full bg-muted pl-3.5 text-sm">
              <span className="min-w-0 py-1.5 wrap-anywhere">{entry}</span>
              <button
                type="button"
                aria-label={`${props.removeLabel} ${entry}`}
                onClick={() => onRemove(entry)}
                className="grid size-11 shrink-0 place-items-center rounded-full text-soft transition-colors hover:bg-hover hover:text-text"
              >
                <X className="size-4" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {entries.length > shown.length && (
        <Button variant="ghost" className="justify-self-start" onClick={() => setExpanded(true)}>
          Show all {entries.length}
        </Button>
      )}
    </PolicyPart>
  );
}
