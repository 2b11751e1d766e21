import { createContext, useContext } from 'react';
import type { SiteDocument } from '../../../contract/site/site-document.ts';
import type { SiteSetting } from '../../../contract/site/site-settings.ts';
import { valueAt } from '../../../contract/site/site-values.ts';
import type { SiteErrors } from './draft.ts';

interface SiteFormState {
  /** The document as it is typed. Optional texts may be empty. */
  draft: SiteDocument;
  errors: SiteErrors;
  /** The settings that win over the document. */
  settings: readonly SiteSetting[];
  /** The role of the administrator does not include changes. */
  isReadOnly: boolean;
  change: (name: string, value: unknown) => void;
  /** The day from which changed legal texts hold; empty for today. It is not part of the document. */
  from: string;
  setFrom: (day: string) => void;
}

const SiteFormContext = createContext<SiteFormState | null>(null);
export const SiteFormProvider = SiteFormContext.Provider;

/** Returns the state of the form around a field. */
export function useSiteForm(): SiteFormState {
  const form = useContext(SiteFormContext);
  if (!form) throw new Error('useSiteForm must be used within a SiteFormProvider');
  return form;
}

/** The name of a value of the document, such as `landing.hero.headline`. */
export type ValueName = keyof SiteDocument | `${keyof SiteDocument}.${string}`;

/** Returns the value with a name, its error, and a function that changes it. */
export function useSiteValue<Value>(name: ValueName): {
  value: Value | undefined;
  error: string | undefined;
  change: (value: Value | undefined) => void;
} {
  const { draft, errors, change } = useSiteForm();
  return {
    value: valueAt(draft, name) as Value | undefined,
    error: errors[name],
    change: (value) => change(name, value),
  };
}
