import type { ReactElement } from 'react';
import type { FormPageInput } from '../../../contract/documents.ts';
import type { PageForm } from '../../../contract/page-forms/page-forms.ts';
import { pages } from '../../../contract/paths.ts';
import { PoweredBy } from '../powered-by.tsx';
import { ContactForm } from './contact-form.tsx';
import { SubscribeForm } from './subscribe-form.tsx';

/** Returns the document title for a form or its result. */
export function formPageTitle({ profile, form, view }: Omit<FormPageInput, 'site'>): string {
  const name = profile.displayName?.trim() || profile.username;
  if (view.state === 'open') {
    const title = view.title ?? (form === 'contact' ? `Write to ${name}` : `Get news from ${name}`);
    return view.problem === null ? title : `Not sent: ${title}`;
  }
  return resultOf(form, view).heading;
}

/** A separate form of a page, or its result, as plain markup in the look of the page. */
export function FormPage({ site, profile, form, view }: FormPageInput): ReactElement {
  const { username } = profile;
  const name = profile.displayName?.trim() || username;
  return (
    <div className="np">
      <div className="np-column">
        <main className="np-form-page">
          <h1 dir="auto">{name}</h1>
          <p className="np-address">{`${site.host}/${username}`}</p>
          {view.state === 'open' ? (
            <>
              {view.problem !== null && (
                <p className="np-problem" role="alert">
                  {view.problem}
                </p>
              )}
              <OpenForm form={form} handle={username} view={view} />
            </>
          ) : (
            <Result {...resultOf(form, view)} />
          )}
          <p className="np-back">
            <a href={pages.profile(username)}>Back to the page</a>
          </p>
        </main>
        <footer>
          <PoweredBy site={site} />
        </footer>
      </div>
    </div>
  );
}

interface OpenFormProps {
  form: PageForm;
  handle: string;
  view: Extract<FormPageInput['view'], { state: 'open' }>;
}

function OpenForm({ form, handle, view }: OpenFormProps): ReactElement {
  const { title, note, token, values, errors } = view;
  const Form = form === 'contact' ? ContactForm : SubscribeForm;
  return <Form handle={handle} block={{ title, note }} fields={{ form: token, values, errors }} />;
}

interface ResultText {
  heading: string;
  text: string;
  isDone: boolean;
}

function resultOf(form: PageForm, view: Exclude<FormPageInput['view'], { state: 'open' }>): ResultText {
  if (view.state === 'closed') {
    return form === 'contact'
      ? {
          heading: 'This page takes no messages at the moment',
          text: 'Its owner has no contact form here, or mail cannot reach them at the moment.',
          isDone: false,
        }
      : {
          heading: 'This page has no email list at the moment',
          text: 'Its owner has removed the list from the page.',
          isDone: false,
        };
  }
  return form === 'contact'
    ? {
        heading: 'Your message is on its way',
        text: `Replies go to ${view.email}.`,
        isDone: true,
      }
    : {
        heading: 'Please check your inbox',
        text: `If ${view.email} is not on this list yet, we have sent it an email. To join, press the button in that email. The email may take a few minutes to arrive, and may be in your spam folder.`,
        isDone: true,
      };
}

function Result({ heading, text, isDone }: ResultText): ReactElement {
  return (
    <section className="np-form np-result" aria-labelledby="np-result">
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r="20" />
        {isDone ? <path d="m15 25 6 6 12-13" /> : <path d="M24 14v13m0 6v1" />}
      </svg>
      <h2 id="np-result">{heading}</h2>
      <p>{text}</p>
    </section>
  );
}
