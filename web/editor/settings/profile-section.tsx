import { ImagePlus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { type PictureKind, readPicturePath } from '../../../contract/pictures.ts';
import { useSite } from '../../api/site.ts';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/form/input.tsx';
import { Textarea } from '../../ui/form/textarea.tsx';
import { useEditor } from '../shared/editor-context.ts';
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
      <PictureUrl
        kind="avatar"
        label="Profile Picture URL"
        help="Replaces the picture of your account."
        error={fieldErrors.profilePicture}
        value={values.profilePicture}
        onChange={(profilePicture) => change({ profilePicture })}
      />
      <PictureUrl
        kind="banner"
        label="Banner Image URL"
        help="Replaces the banner of your account."
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

interface PictureUrlProps {
  kind: PictureKind;
  label: string;
  help: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** A picture of the handle: an uploaded one, or the address of a picture elsewhere. */
function PictureUrl({ kind, label, help, error, value, onChange }: PictureUrlProps) {
  const { uploadDialog } = useEditor();
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const isUploaded = readPicturePath(value) !== null;
  return (
    <div>
      <Field label={label} help={isUploaded ? 'An uploaded picture.' : help} error={error}>
        {(control) => (
          <div className="flex gap-2">
            {isUploaded && (
              <img src={value} alt="" className="size-11 shrink-0 rounded-control border border-border object-cover" />
            )}
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
              className="min-w-0 flex-1"
            />
            <Button variant="secondary" onClick={() => setOpen(true)} className="shrink-0">
              <ImagePlus aria-hidden /> Upload
              <span className="sr-only"> {kind === 'avatar' ? 'a picture' : 'a banner'}</span>
            </Button>
          </div>
        )}
      </Field>
      {uploadDialog({
        kind,
        open: isOpen,
        onClose: close,
        onPicture: (path) => {
          close();
          onChange(path);
        },
      })}
    </div>
  );
}
