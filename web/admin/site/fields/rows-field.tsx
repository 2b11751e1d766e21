import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { capitalised } from '../../../../contract/capitalised.ts';
import { Button } from '../../../ui/form/button.tsx';
import { useFocusAfterRemoval } from '../../../ui/use-focus-after-removal.ts';
import { useSiteForm, useSiteValue, type ValueName } from '../site-form-context.ts';

interface RowsFieldProps {
  name: ValueName;
  label: string;
  help: string;
  /** What one row is, such as "question". */
  what: string;
  max: number;
  /** A new row. */
  empty: unknown;
  /** The fields of a row, whose value has this name. */
  row: (name: ValueName) => ReactNode;
}

type Direction = 'up' | 'down';

/** A list whose rows can be added, moved and removed. */
export function RowsField({ name, label, help, what, max, empty, row }: RowsFieldProps) {
  const { isReadOnly } = useSiteForm();
  const { value: rows = [], error, change } = useSiteValue<unknown[]>(name);
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<{ to: number; direction: Direction }>(undefined);
  const add = useFocusAfterRemoval<HTMLButtonElement>(rows.length);

  // The focus follows the row that was moved.
  useEffect(() => {
    if (!moved.current) return;
    const { to, direction } = moved.current;
    moved.current = undefined;
    const buttons = [...(list.current?.children[to]?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? [])];
    const usable = buttons.filter(({ disabled }) => !disabled);
    (usable.find(({ dataset }) => dataset.move === direction) ?? usable[0])?.focus();
  });

  function move(from: number, direction: Direction) {
    const to = direction === 'up' ? from - 1 : from + 1;
    moved.current = { to, direction };
    change(rows.with(from, rows[to]).with(to, rows[from]));
  }

  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="text-sm font-medium">{label}</legend>
      <p className="-mt-1.5 text-sm text-soft">{help}</p>
      {rows.length > 0 && (
        <ol ref={list} className="grid grid-cols-1 gap-3">
          {rows.map((_row, index) => {
            const title = `${what} ${index + 1}`;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and hold no state
              <li key={index} className="grid gap-3 rounded-control border border-border bg-muted/40 p-3 sm:p-4">
                <div className="flex items-center gap-1">
                  <span className="mr-auto text-sm font-semibold">{capitalised(title)}</span>
                  {!isReadOnly && (
                    <>
                      <RowButton
                        label={`Move ${title} up`}
                        move="up"
                        disabled={index === 0}
                        onClick={() => move(index, 'up')}
                      >
                        <ArrowUp aria-hidden />
                      </RowButton>
                      <RowButton
                        label={`Move ${title} down`}
                        move="down"
                        disabled={index === rows.length - 1}
                        onClick={() => move(index, 'down')}
                      >
                        <ArrowDown aria-hidden />
                      </RowButton>
                      <RowButton label={`Remove ${title}`} onClick={() => change(rows.toSpliced(index, 1))}>
                        <Trash2 aria-hidden />
                      </RowButton>
                    </>
                  )}
                </div>
                {row(`${name}.${index}` as ValueName)}
              </li>
            );
          })}
        </ol>
      )}
      {!isReadOnly && (
        <Button
          ref={add}
          variant="secondary"
          className="justify-self-start"
          disabled={rows.length >= max}
          onClick={() => change([...rows, empty])}
        >
          <Plus aria-hidden /> Add {what}
        </Button>
      )}
      {rows.length >= max && <p className="text-sm text-soft">There is room for {max}.</p>}
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface RowButtonProps {
  label: string;
  move?: Direction;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function RowButton({ label, move, ...rest }: RowButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-move={move}
      {...rest}
      className="-my-2 grid size-11 shrink-0 place-items-center rounded-control text-soft transition-colors hover:bg-hover hover:text-text disabled:opacity-40 [&_svg]:size-4.5"
    />
  );
}
