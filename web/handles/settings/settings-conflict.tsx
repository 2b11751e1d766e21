import type { ReactNode } from 'react';
import { ShownLinks } from '../../social/shared/shown-links.tsx';
import { VersionsDialog } from '../../ui/dialog/versions-dialog.tsx';
import { type SettingsValues, valuesOf } from './settings-values.ts';
import type { SettingsConflict as Conflict } from './use-save-settings.ts';

const LABELS: Record<keyof SettingsValues, string> = {
  displayName: 'Display Name',
  bio: 'Bio',
  profilePicture: 'Profile Picture URL',
  bannerImage: 'Banner Image URL',
  profilePage: 'Profile Page',
  emailForwarding: 'Email Forwarding',
  forwardingEmail: 'Forward to Email',
  socialLinks: 'Social Media Links',
};

interface SettingsConflictProps {
  conflict: Conflict | null;
  values: SettingsValues;
  onKeepMine: (conflict: Conflict) => void;
  onTakeTheirs: (conflict: Conflict) => void;
  onClose: () => void;
}

/** Shows the settings that were changed both here and elsewhere, and asks which version to keep. */
export function SettingsConflict({ conflict, values, onKeepMine, onTakeTheirs, onClose }: SettingsConflictProps) {
  if (!conflict) return null;
  const theirs = valuesOf(conflict.current);
  return (
    <VersionsDialog
      open
      differences={conflict.fields.map((field) => ({
        label: LABELS[field],
        theirs: displayValue(theirs[field]),
        mine: displayValue(values[field]),
      }))}
      onKeepMine={() => onKeepMine(conflict)}
      onTakeTheirs={() => onTakeTheirs(conflict)}
      onClose={onClose}
    />
  );
}

function displayValue(value: SettingsValues[keyof SettingsValues]): ReactNode {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (typeof value !== 'string') return <ShownLinks links={value} />;
  return value || <span className="text-soft">Empty</span>;
}
