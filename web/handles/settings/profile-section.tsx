import { useSite } from '../../api/site.ts';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/form/input.tsx';
import { Textarea } from '../../ui/form/textarea.tsx';
import { type SectionProps, SettingsSection, SwitchRow } from './settings-section.tsx';

/** What strangers see of a handle. */
export function ProfileSection({ handle, values, faults, change }: SectionProps) {
  const { host } = useSite();
  return (
    <SettingsSection title="Profile Settings">
      <Field label="Display Name" error={faults.displayName}>
        {(control) => (
          <Input
            {...control}
            value={values.displayName}
            onChange={(event) => change({ displayName: event.target.value })}
            autoComplete="off"
          />
        )}
      </Field>
      <Field label="Bio" error={faults.bio} help="A few words about you, at most 500 characters.">
        {(control) => (
          <Textarea {...control} value={values.bio} onChange={(event) => change({ bio: event.target.value })} />
        )}
      </Field>
      <AddressField
        label="Profile Picture URL"
        help="Instead of the picture in your profile settings."
        error={faults.profilePicture}
        value={values.profilePicture}
        onChange={(profilePicture) => change({ profilePicture })}
      />
      <AddressField
        label="Banner Image URL"
        help="Instead of the banner in your profile settings."
        error={faults.bannerImage}
        value={values.bannerImage}
        onChange={(bannerImage) => change({ bannerImage })}
      />
      <SwitchRow
        label="Profile Page"
        words={
          values.profilePage
            ? `Everybody can see ${host}/${handle.handle}`
            : 'The page is switched off. Mail to your handle goes on.'
        }
        checked={values.profilePage}
        onChange={(profilePage) => change({ profilePage })}
      />
    </SettingsSection>
  );
}

interface AddressFieldProps {
  label: string;
  help: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

function AddressField({ label, help, error, value, onChange }: AddressFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <Input
          {...control}
          type="url"
          inputMode="url"
          placeholder="https://"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
