import { Panel, Section } from '../../../ui/section.tsx';
import { SettingNote } from '../fields/setting-note.tsx';
import { TextField } from '../fields/text-field.tsx';

/** Whom people may ask. */
export function ContactSection() {
  return (
    <Section title="Contact" about="The address for people who may not claim a handle, and for requests to support.">
      <Panel className="grid gap-3 divide-y-0 p-4 sm:p-6">
        <TextField
          name="contact"
          label="Email address"
          help="Leave it empty to name none. Then the first administrator receives the requests."
          type="email"
          inputMode="email"
          autoCapitalize="none"
        />
        <SettingNote name="SUPPORT_EMAIL">{(value) => <>requests to support go to {value}.</>}</SettingNote>
      </Panel>
    </Section>
  );
}
