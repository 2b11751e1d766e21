import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { Panel, Section } from '../../../ui/section.tsx';
import { TextField } from '../fields/text-field.tsx';
import { useSiteForm } from '../site-form-context.ts';

/** Imprint, terms and privacy policy. */
export function LegalSection() {
  const { from, setFrom } = useSiteForm();
  return (
    <Section
      title="Legal texts"
      about="In Markdown. {{site}}, {{host}}, {{contact}} and {{date}} stand for values. A first line such as # Imprint is the title."
    >
      <Panel className="grid grid-cols-1 gap-6 divide-y-0 p-4 sm:p-6">
        <TextField
          name="imprint"
          label="Imprint"
          help="State who runs the site, with an address. The imprint gets a page and links when you enter a text."
          hasLines
        />
        <TextField
          name="terms"
          label="Terms of Service"
          help="Leave it empty for the standard text. New accounts store which version they accepted."
          hasLines
        />
        <TextField
          name="privacy"
          label="Privacy Policy"
          help="Leave it empty for the standard text, which describes what is stored. You are responsible for what yours states."
          hasLines
        />
        <Field
          label="First day of changed texts"
          help="Leave it empty for today. Until that day the former texts hold, and their pages announce the new ones."
        >
          {(control) => (
            <Input
              {...control}
              type="date"
              value={from}
              onChange={(event) => setFrom(event.target.value)}
              className="sm:w-56!"
            />
          )}
        </Field>
      </Panel>
    </Section>
  );
}
