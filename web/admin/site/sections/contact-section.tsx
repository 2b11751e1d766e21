import { Panel, Section } from '../../../ui/section.tsx';
import { SettingNote } from '../fields/setting-note.tsx';
import { TextField } from '../fields/text-field.tsx';

/** Whom people may ask. */
export function ContactSection() {
  return (
    <Section title="Contact" about="Whom people are told to ask, such as those who may not claim a handle.">
      <Panel className="grid gap-3 divide-y-0 p-4 sm:p-6">
        <TextField
          name="contact"
          label="Email address"
          help="Leave it empty to name none."
          type="email"
          inputMode="email"
          autoCapitalize="none"
        />
        <SettingNote name="SUPPORT_EMAIL">
          {(value) => <>support requests go to {value}, whatever the contact is.</>}
        </SettingNote>
      </Panel>
    </Section>
  );
}
