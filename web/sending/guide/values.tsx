import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/form/copy-button.tsx';

/** One field of a mail program and what to enter. A `text` can be copied; a `note` only describes the value. */
export type Value = { label: string; text: string } | { label: string; note: ReactNode };

/** The values that a mail program asks for, each with a copy button. */
export function Values({ values, label }: { values: Value[]; label: string }) {
  return (
    <dl aria-label={label} className="divide-y divide-border rounded-control border border-border bg-surface text-sm">
      {values.map((value) => (
        <div
          key={value.label}
          className="grid min-h-12 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-0.5 pr-1 pl-3.5 sm:grid-cols-[11rem_minmax(0,1fr)_2.75rem]"
        >
          <dt className="text-soft max-sm:pt-1.5 max-sm:text-xs">{value.label}</dt>
          <dd className="col-start-1 min-w-0 font-medium wrap-anywhere max-sm:pb-1.5 sm:col-start-2 sm:py-1.5">
            {'text' in value ? value.text : value.note}
          </dd>
          {'text' in value && (
            <dd className="col-start-2 row-span-2 row-start-1 sm:col-start-3 sm:row-span-1">
              <CopyButton text={value.text} label={`Copy ${value.label}: ${value.text}`} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
