import { EMBED_KINDS } from '../../../../../contract/blocks/blocks.ts';
import { Field } from '../../../../ui/form/field.tsx';
import { Input } from '../../../../ui/form/input.tsx';
import { Select } from '../../../../ui/form/select.tsx';
import { PictureField } from '../../../shared/picture-field.tsx';
import { withScheme } from '../../read-address.ts';
import { EMBED_NAMES } from '../../shared/block-title.ts';
import type { FieldsProps } from './fields-props.ts';

/** The fields of a link or of an embed, which looks like a player but is also a link. */
export function LinkFields({ value, errors, busy, onChange }: FieldsProps<'link' | 'embed'>) {
  return (
    <>
      {value.type === 'embed' && (
        <Field label="Kind" error={errors.kind}>
          {(control) => (
            <Select {...control} value={value.kind} onChange={(event) => onChange({ kind: event.target.value })}>
              {EMBED_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {EMBED_NAMES[kind]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field label="Title" error={errors.title}>
        {(control) => (
          <Input
            {...control}
            value={value.title}
            onChange={(event) => onChange({ title: event.target.value })}
            readOnly={busy}
            dir="auto"
            autoComplete="off"
          />
        )}
      </Field>
      <Field
        label="Address"
        error={errors.url}
        help={
          value.type === 'embed'
            ? 'Your page shows a picture with this link. Nothing is loaded from its site before somebody follows the link.'
            : 'A page, an email address with mailto:, or a phone number with tel:'
        }
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            value={value.url}
            onChange={(event) => onChange({ url: event.target.value })}
            onBlur={() => onChange({ url: withScheme(value.url) })}
            readOnly={busy}
            placeholder="https://"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <PictureField
        kind="block"
        label="Picture (optional)"
        help={value.type === 'embed' ? 'What people see before they follow the link.' : 'Shown beside the title.'}
        error={errors.image}
        value={value.image}
        onChange={(image) => onChange({ image })}
      />
      {value.type === 'link' && (
        <Field label="Emoji (optional)" error={errors.emoji} help="Shown beside the title if there is no picture.">
          {(control) => (
            <Input
              {...control}
              value={value.emoji ?? ''}
              onChange={(event) => onChange({ emoji: event.target.value.trim() || null })}
              readOnly={busy}
              autoComplete="off"
              className="w-24!"
            />
          )}
        </Field>
      )}
    </>
  );
}
