import { CircleCheck, Flag } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../contract/counts.ts';
import type { ReportPageInput, ReportView } from '../../contract/documents.ts';
import { TOKEN_FIELD, TRAP_FIELD } from '../../contract/page-forms/page-forms.ts';
import { REASON_NAMES, REPORT_MAX, REPORT_REASONS } from '../../contract/page-reports/page-reports.ts';
import { reportPages } from '../../contract/page-reports/paths.ts';
import { pages } from '../../contract/paths.ts';
import { PlainDocument } from '../site/shared/plain-document.tsx';
import { buttonStyle } from '../ui/form/button-style.ts';
import { fieldStyle } from '../ui/form/field-style.ts';
import { Select } from '../ui/form/select.tsx';

/** The form that reports a page. It works without script. */
export function ReportPage({ site, styles, handle, view }: ReportPageInput) {
  const address = `${site.host}/${handle}`;
  if (view.state === 'sent') {
    return (
      <PlainDocument
        site={site}
        title="Thank you"
        styles={styles}
        icon={CircleCheck}
        heading="Thank you"
        text={`A person will look at ${address}${view.answers ? ' and answer to the address that you entered' : ''}. Several reports about one page from one network count as one a day.`}
        footnote={`You are on ${site.host}.`}
      >
        <a href={pages.profile(handle)} className={`${buttonStyle('primary', 'large')} mt-6 w-full`}>
          Back to the page
        </a>
      </PlainDocument>
    );
  }
  return (
    <PlainDocument
      site={site}
      title={view.problem === null ? 'Report this page' : 'Not sent: report this page'}
      styles={styles}
      icon={Flag}
      heading="Report this page"
      text={`Tell us what is wrong with ${address}. Its owner will not learn who you are.`}
      footnote="If somebody is in danger, please call the police."
    >
      {view.problem !== null && (
        <p role="alert" className="mt-5 rounded-control bg-warning-surface p-3.5 text-start text-sm text-warning">
          {view.problem}
        </p>
      )}
      <Form handle={handle} view={view} />
    </PlainDocument>
  );
}

function Form({ handle, view }: { handle: string; view: Extract<ReportView, { state: 'open' }> }) {
  const { token, values, errors } = view;
  const control = (name: string, hasHelp = false) => ({
    id: name,
    name,
    'aria-invalid': errors[name] !== undefined || undefined,
    'aria-describedby': errors[name] !== undefined ? `${name}-error` : hasHelp ? `${name}-help` : undefined,
  });
  return (
    <form method="post" action={reportPages.report(handle)} className="mt-6 grid grid-cols-1 gap-5 text-start">
      <Field name="reason" label="Reason" error={errors.reason}>
        <Select {...control('reason')} required defaultValue={values.reason ?? ''}>
          <option value="">Please choose</option>
          {REPORT_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {REASON_NAMES[reason]}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        name="text"
        label="What is wrong?"
        error={errors.text}
        help={`At most ${formatCount(REPORT_MAX.text)} characters.`}
      >
        <textarea
          {...control('text', true)}
          required
          rows={5}
          dir="auto"
          maxLength={REPORT_MAX.text}
          defaultValue={values.text}
          className={fieldStyle('py-2.5')}
        />
      </Field>
      <Field
        name="address"
        label="Address of the link (optional)"
        error={errors.address}
        help="If it is about one link or picture of the page."
      >
        <input
          {...control('address', true)}
          inputMode="url"
          autoComplete="off"
          maxLength={REPORT_MAX.address}
          defaultValue={values.address}
          className={fieldStyle()}
        />
      </Field>
      <Field
        name="email"
        label="Your email (optional)"
        error={errors.email}
        help="We use it only for our answer and delete it 90 days later."
      >
        <input
          {...control('email', true)}
          type="email"
          autoComplete="email"
          maxLength={REPORT_MAX.email}
          defaultValue={values.email}
          className={fieldStyle()}
        />
      </Field>
      <input type="hidden" name={TOKEN_FIELD} value={token} />
      <span className="absolute -left-[9999px]" aria-hidden="true">
        <input name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
      </span>
      <button type="submit" className={`${buttonStyle('brand', 'large')} w-full`}>
        Send report
      </button>
    </form>
  );
}

interface FieldProps {
  name: string;
  label: string;
  error: string | undefined;
  help?: string;
  children: ReactNode;
}

function Field({ name, label, error, help, children }: FieldProps) {
  return (
    <div>
      <label htmlFor={name} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {children}
      {error !== undefined ? (
        <p id={`${name}-error`} className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      ) : (
        help && (
          <p id={`${name}-help`} className="mt-1.5 text-sm text-soft">
            {help}
          </p>
        )
      )}
    </div>
  );
}
