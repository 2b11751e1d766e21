import { Panel, Section } from '../../../ui/section.tsx';
import { AccentField } from '../fields/accent-field.tsx';
import { Choice } from '../fields/choice.tsx';
import { PictureField } from '../fields/picture-field.tsx';
import { SettingNote } from '../fields/setting-note.tsx';
import { TextField } from '../fields/text-field.tsx';
import { useSiteValue } from '../site-form-context.ts';

/** Name, line, colours, and what pages show about the site. */
export function LookSection() {
  return (
    <Section title="Name and look" about="Every page, every email and every message of the mail server uses them.">
      <Panel className="grid grid-cols-1 gap-6 divide-y-0 p-4 sm:p-6">
        <div className="grid gap-3">
          <TextField name="name" label="Name" help="At most 40 characters." />
          <SettingNote name="MAIL_FROM">
            {(value) => <>emails are sent as {value}, whatever the name is.</>}
          </SettingNote>
        </div>
        <TextField
          name="line"
          label="Line"
          help="One sentence about the site, for its landing page and for search engines. Leave it empty for the standard one."
        />
        <div className="grid gap-6 sm:grid-cols-2">
          <PictureField name="logo" kind="logo" label="Logo" help="PNG or WebP, also for emails." />
          <PictureField
            name="logoDark"
            kind="logo"
            label="Logo for dark surfaces"
            help="Without it, the logo is used there as well."
            isDark
          />
          <PictureField name="icon" kind="icon" label="Icon" help="A square, for tabs of browsers and home screens." />
        </div>
        <AccentField />
        <PoweredBy />
      </Panel>
    </Section>
  );
}

function PoweredBy() {
  const { value, change } = useSiteValue<boolean | string>('poweredBy');
  const { value: name = '' } = useSiteValue<string>('name');
  const kind = value === true ? 'name' : value === false ? 'none' : 'text';
  const values = { name: true, none: false, text: typeof value === 'string' ? value : '' };
  return (
    <div className="grid gap-4">
      <Choice
        isRow
        label="At the bottom of public pages"
        options={[
          { value: 'name', title: `Powered by ${name}` },
          { value: 'none', title: 'Nothing' },
          { value: 'text', title: 'Another text' },
        ]}
        value={kind}
        onChange={(next) => change(values[next])}
      />
      {kind === 'text' && <TextField name="poweredBy" label="Text" help="At most 60 characters." />}
    </div>
  );
}
