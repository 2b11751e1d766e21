import { type ReactNode, useId } from 'react';
import type { Handle } from '../../../contract/handles/handles.ts';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import type { Details } from '../shared/details.ts';
import type { FieldErrors } from '../shared/editor-store.ts';

/** Props of every section of the form. */
export interface SectionProps {
  handle: Handle;
  values: Details;
  fieldErrors: FieldErrors;
  change: (changed: Partial<Details>) => void;
}

/** A titled section of the settings. */
export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card className="grid grid-cols-1 gap-5">
        <h2 id={id} className="text-lg font-semibold sm:text-xl">
          {title}
        </h2>
        {children}
      </Card>
    </section>
  );
}

interface SwitchRowProps {
  label: string;
  description: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch with its label and description on the left. */
export function SwitchRow({ label, description, checked, onChange }: SwitchRowProps) {
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <p aria-hidden className="text-sm font-medium">
          {label}
        </p>
        <p className="text-sm wrap-anywhere text-soft">{description}</p>
      </div>
      <Switch label={label} checked={checked} onChange={onChange} />
    </div>
  );
}
