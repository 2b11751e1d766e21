import { Panel, Section } from '../../../ui/section.tsx';
import { RowsField } from '../fields/rows-field.tsx';
import { TextField } from '../fields/text-field.tsx';

/** Links of the operator in the footer. */
export function FooterSection() {
  return (
    <Section title="Footer" about="Links at the bottom of the landing page and of pages about the site.">
      <Panel className="p-4 sm:p-6">
        <div data-part="footer">
          <RowsField
            name="footer"
            label="Your links"
            help="They stand after the standard ones."
            what="link"
            max={6}
            empty={{ text: '', url: '' }}
            row={(name) => (
              <div className="grid gap-3 sm:grid-cols-2">
                <TextField name={`${name}.text` as typeof name} label="Text" />
                <TextField
                  name={`${name}.url` as typeof name}
                  label="Address"
                  inputMode="url"
                  autoCapitalize="none"
                  placeholder="https://example.org"
                />
              </div>
            )}
          />
        </div>
      </Panel>
    </Section>
  );
}
