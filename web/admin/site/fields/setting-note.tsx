import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SiteSetting } from '../../../../contract/site/site-settings.ts';
import { useSiteForm } from '../site-form-context.ts';

interface SettingNoteProps {
  name: SiteSetting['name'];
  children: (value: string) => ReactNode;
}

/** Explains that a setting of the environment wins over a field. Shown only where the setting has a value. */
export function SettingNote({ name, children }: SettingNoteProps) {
  const { settings } = useSiteForm();
  const value = settings.find((setting) => setting.name === name)?.value;
  if (!value) return null;
  return (
    <p className="flex items-start gap-2 rounded-control bg-info-surface p-3 text-sm text-info">
      <Info className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span className="wrap-anywhere">
        The setting <code>{name}</code> wins: {children(value)}
      </span>
    </p>
  );
}
