import { useSite } from '../../api/site.ts';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/form/input.tsx';
import { Textarea } from '../../ui/form/textarea.tsx';
import { type SectionProps, SettingsSection, SwitchRow } from './settings-section.tsx';

/** The public profile of a handle. */
export function ProfileSection({ handle, values, fieldErrors, change }: SectionProps) {
  const { host } = useSite();
  return (
    <SettingsSection title="Profile Settings">
      <Field label="Display Name" error={fieldErrors.displayName}>
        {(control) => (
          <Input
            {...control}
            value={values.displayName}
            onChange={(event) => change({ displayName: event.target.value })}
            autoComplete="off"
          />
        )}
      </Field>
      <Field label="Bio" error={fieldErrors.bio} help="A few words about you, at most 500 characters.">
        {(control) => (
          <Textarea {...control} value={values.bio} onChange={(event) => change({ bio: event.target.value })} />
        )}
      </Field>
      <UrlField
        label="Profile Picture URL"
        help="Instead of the picture in your profile settings."
        error={fieldErrors.profilePicture}
        value={values.profilePicture}
        onChange={(profilePicture) => change({ profilePicture })}
      />
      <UrlField
        label="Banner Image URL"
        help="Instead of the banner in your profile settings."
        error={fieldErrors.bannerImage}
        value={values.bannerImage}
        onChange={(bannerImage) => change({ bannerImage })}
      />
      <SwitchRow
        label="Profile Page"
        description={
          values.profilePage
            ? `Everyone can see ${host}/${handle.handle}`
            : 'The page is switched off. Mail to your handle is still forwarded.'
        }
        checked={values.profilePage}
        onChange={(profilePage) => change({ profilePage })}
      />
    </SettingsSection>
  );
}

interface UrlFieldProps {
  label: string;
  help: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

function UrlField({ label, help, error, value, onChange }: UrlFieldProps) {
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
