import { useId } from 'react';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/form/input.tsx';
import type { FieldsProps } from './text-fields.tsx';

const AUDIENCES = [
  ['everybody', 'Everybody', 'People who write to you for the first time get it, too.'],
  ['contacts', 'People who have written before', 'Strangers do not learn that you are away.'],
] as const;

/** The period, the pause between two replies to one sender, and who gets them. */
export function WhenAndWho({ values, errors, change }: FieldsProps) {
  const name = useId();
  const hasDay = values.firstDay !== '' || values.lastDay !== '';
  return (
    <div className="grid grid-cols-1 gap-5 p-4 sm:p-6">
      <div className="grid grid-cols-1 gap-x-4 gap-y-4 sm:grid-cols-2">
        <Field label="First day" help="Empty: from now on." error={errors.firstDay}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={values.firstDay}
              onChange={(event) => change({ firstDay: event.target.value })}
            />
          )}
        </Field>
        <Field label="Last day" help="Included, until midnight. Empty: no end." error={errors.lastDay}>
          {(control) => (
            <Input
              {...control}
              type="date"
              min={values.firstDay || undefined}
              value={values.lastDay}
              onChange={(event) => change({ lastDay: event.target.value })}
            />
          )}
        </Field>
        {hasDay && (
          <Button
            variant="ghost"
            className="-mt-2 -ml-2 justify-self-start px-2! sm:col-span-2"
            onClick={() => change({ firstDay: '', lastDay: '' })}
          >
            Clear both days
          </Button>
        )}
      </div>
      <Field
        label="Days between two replies to the same person"
        help="From 1 to 30. Somebody who writes several times gets one reply in this time."
        error={errors.every}
      >
        {(control) => (
          <Input
            {...control}
            type="number"
            inputMode="numeric"
            min={1}
            max={30}
            className="max-w-28 tabular-nums"
            value={values.every}
            onChange={(event) => change({ every: event.target.value })}
          />
        )}
      </Field>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Recipients</legend>
        <div className="grid gap-2.5 sm:grid-cols-2">
          {AUDIENCES.map(([audience, title, description]) => (
            <label
              key={audience}
              className="flex cursor-pointer gap-3 rounded-control border border-field p-3.5 transition-colors has-checked:border-accent has-checked:bg-accent-surface has-focus-visible:ring-3 has-focus-visible:ring-focus/40"
            >
              <input
                type="radio"
                name={name}
                value={audience}
                checked={values.audience === audience}
                onChange={() => change({ audience })}
                className="mt-0.5 size-5 shrink-0 accent-(--accent) outline-none"
              />
              <span className="text-sm">
                <span className="block font-medium">{title}</span>
                <span className="text-soft">{description}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
