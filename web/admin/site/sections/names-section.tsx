import { HANDLE_MAX_LENGTH } from '../../../../contract/handles/handle-rules.ts';
import { PLANS, type Plan, planForLength } from '../../../../contract/payments/plans.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { Panel, Section } from '../../../ui/section.tsx';
import { Choice } from '../fields/choice.tsx';
import { LinesField } from '../fields/lines-field.tsx';
import { useSiteForm, useSiteValue } from '../site-form-context.ts';

const LENGTHS = Array.from({ length: HANDLE_MAX_LENGTH }, (_, index) => index + 1);

/** Which handles can be claimed, and what they cost. */
export function NamesSection() {
  const { value: minimum = 1, error, change } = useSiteValue<number>('names.minimum');
  return (
    <Section
      title="Names"
      about="Which handles can be claimed, and which cost nothing. Existing handles stay as they are."
    >
      <Panel className="grid grid-cols-1 gap-6 divide-y-0 p-4 sm:p-6">
        <Field label="Shortest handle" error={error}>
          {(control) => (
            <Select {...control} value={minimum} onChange={(event) => change(Number(event.target.value))}>
              {LENGTHS.map((length) => (
                <option key={length} value={length}>
                  {length === 1 ? '1 character' : `${length} characters`}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <FreePlans />
        <CommonFeatures />
        <LinesField
          name="names.reserved"
          label="Reserved handles"
          help="Enter one name per line, such as board or press-*. A * matches any characters. The built-in list applies as well."
        />
      </Panel>
    </Section>
  );
}

/** The plan whose features every handle has, which a site that is open to everyone cannot choose. */
function CommonFeatures() {
  const { value, error, change } = useSiteValue<Plan | null>('names.features');
  const isOpen = useSiteForm().draft.claims.mode === 'open';
  return (
    <Field
      label="Features of handles"
      help="Sending, automatic replies, teams and analytics. Where everyone may claim, each handle has those of its own plan."
      error={
        error &&
        'While everyone may claim, each handle has the features of its own plan. Please choose that here, or another rule for claims.'
      }
    >
      {(control) => (
        <Select
          {...control}
          value={value ?? ''}
          disabled={isOpen && !value}
          onChange={(event) => change((event.target.value || null) as Plan | null)}
        >
          <option value="">Those of its own plan</option>
          {PLANS.filter((plan) => plan !== 'Free' || plan === value).map((plan) => (
            <option key={plan} value={plan}>
              At least those of {plan}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Returns the lengths of the handles of a plan, such as "2 to 4 characters". */
function lengthsOf(plan: Plan): string {
  const lengths = LENGTHS.filter((length) => planForLength(length) === plan);
  return lengths.length === 1 ? '1 character' : `${lengths[0]} to ${lengths.at(-1)} characters`;
}

function FreePlans() {
  const { value = false, error, change } = useSiteValue<boolean | Plan[]>('names.free');
  const kind = value === true ? 'all' : value === false ? 'prices' : 'plans';
  const chosen = Array.isArray(value) ? value : [];
  const values = { prices: false, all: true, plans: chosen.length > 0 ? chosen : ['Free' as const] };
  return (
    <div className="grid gap-4">
      <Choice
        label="What handles cost"
        options={[
          { value: 'prices', title: 'The prices of their plans', about: 'Set them under “Prices”.' },
          { value: 'all', title: 'Nothing', about: 'Every handle is free, even while payments are off.' },
          { value: 'plans', title: 'Nothing in some plans', about: 'The others cost the price of their plan.' },
        ]}
        value={kind}
        onChange={(next) => change(values[next])}
      />
      {kind === 'plans' && (
        <fieldset className="grid gap-1">
          <legend className="mb-1 text-sm font-medium">Plans that cost nothing</legend>
          {PLANS.map((plan) => (
            <label key={plan} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
              <input
                type="checkbox"
                checked={chosen.includes(plan)}
                onChange={(event) =>
                  change(PLANS.filter((one) => (one === plan ? event.target.checked : chosen.includes(one))))
                }
                className="size-5 accent-(--accent)"
              />
              <span>
                {plan} <span className="text-soft">{lengthsOf(plan)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
