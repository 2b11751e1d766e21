import { Lock } from 'lucide-react';
import { useState } from 'react';
import { putAdminSite, type SiteDocument, type VersionedSite } from '../../../contract/site/site-document.ts';
import type { SiteSetting } from '../../../contract/site/site-settings.ts';
import { withValueAt } from '../../../contract/site/site-values.ts';
import { useIsWide } from '../../editor/shared/use-is-wide.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { LeaveGuard } from '../../ui/dialog/leave-guard.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useMayCall } from '../may.tsx';
import { changedParts, mergedSite, type SiteErrors, toDocument, withoutErrorsAt } from './draft.ts';
import { SitePreviewPane } from './preview/site-preview-pane.tsx';
import type { SitePreviewProps } from './preview-context.ts';
import { SaveBar } from './save-bar.tsx';
import { ClaimsSection } from './sections/claims-section.tsx';
import { ContactSection } from './sections/contact-section.tsx';
import { FooterSection } from './sections/footer-section.tsx';
import { LandingSection } from './sections/landing-section.tsx';
import { LegalSection } from './sections/legal-section.tsx';
import { LookSection } from './sections/look-section.tsx';
import { NamesSection } from './sections/names-section.tsx';
import { SiteConflict } from './site-conflict.tsx';
import { SiteFormProvider } from './site-form-context.ts';
import { type SiteConflict as Conflict, useSaveSite } from './use-save-site.ts';

interface SiteFormProps {
  stored: VersionedSite;
  settings: readonly SiteSetting[];
}

const draftOf = ({ version: _version, ...document }: VersionedSite): SiteDocument => document;

/** Returns the part of the landing page whose fields are around an element. */
function partAround(element: Element): SitePreviewProps['part'] {
  return element.closest<HTMLElement>('[data-part]')?.dataset.part as SitePreviewProps['part'];
}

/** The form of the whole document, beside the landing page as it will be. Asks before unsaved changes are lost. */
export function SiteForm({ stored, settings }: SiteFormProps) {
  const isReadOnly = !useMayCall()(putAdminSite);
  const isWide = useIsWide();
  const [part, setPart] = useState<SitePreviewProps['part']>();
  const [from, setFrom] = useState('');
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const [errors, setErrors] = useState<SiteErrors>({});
  // The document that the form was filled from: a part that differs from it was edited.
  const [base, setBase] = useState(stored);
  const saving = useSaveSite(fill, (found) => {
    setErrors(found);
    // Focuses the first field with an error.
    fail(Object.fromEntries(Object.entries(found).map(([path, message]) => [path.split('.')[0], message])));
  });
  const {
    values: draft,
    change,
    fail,
    form,
  } = useForm<SiteDocument>(() => draftOf(stored), {
    busy: saving.isSaving,
    onChange: saving.clearProblem,
    focusesButton: true,
    onSubmit: (typed) => saving.save({ base, wanted: toDocument(typed), from }),
  });
  const isDirty = changedParts({ base, wanted: toDocument(draft) }).length > 0;

  function fill(site: VersionedSite) {
    setBase(site);
    setErrors({});
    setFrom('');
    change(draftOf(site));
  }

  function resolve({ current, edit, parts }: Conflict, keepsMine: boolean) {
    saving.closeConflict();
    const wanted = mergedSite(edit, current, keepsMine ? [] : parts);
    fill(current);
    change(wanted);
    setFrom(from);
    if (changedParts({ base: current, wanted }).length > 0) saving.save({ base: current, wanted, from });
  }

  const state = {
    draft,
    errors,
    settings,
    isReadOnly,
    from,
    setFrom,
    change(name: string, value: unknown) {
      if (saving.isSaving) return;
      setErrors((found) => withoutErrorsAt(found, name));
      change(withValueAt(draft, name, value) as SiteDocument);
    },
  };
  return (
    <SiteFormProvider value={state}>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <form {...form} aria-label="Site" className="min-w-0">
          {isReadOnly && (
            <p className="mb-6 flex items-start gap-2 rounded-control bg-muted p-3 text-sm text-soft">
              <Lock className="mt-0.5 size-4 shrink-0" aria-hidden />
              You can read this. Only owners can change it.
            </p>
          )}
          <fieldset
            disabled={isReadOnly}
            onFocus={({ target }) => setPart(partAround(target))}
            className="grid grid-cols-1 gap-10"
          >
            <legend className="sr-only">The document of the site</legend>
            <LookSection />
            <LandingSection />
            <FooterSection />
            <LegalSection />
            <ClaimsSection />
            <NamesSection />
            <ContactSection />
          </fieldset>
          <SaveBar
            isDirty={isDirty}
            isReadOnly={isReadOnly}
            isSaving={saving.isSaving}
            problem={saving.problem}
            onDiscard={() => fill(base)}
            onPreview={isWide ? undefined : () => setPreviewOpen(true)}
          />
        </form>
        {isWide && (
          <aside aria-label="Preview" className="sticky top-20">
            <SitePreviewPane draft={draft} part={part} />
          </aside>
        )}
      </div>
      <Dialog open={isPreviewOpen && !isWide} onClose={() => setPreviewOpen(false)} title="Preview">
        <SitePreviewPane draft={draft} part={part} />
      </Dialog>
      <LeaveGuard active={isDirty} />
      {saving.conflict && (
        <SiteConflict
          conflict={saving.conflict}
          onKeepMine={() => saving.conflict && resolve(saving.conflict, true)}
          onTakeTheirs={() => saving.conflict && resolve(saving.conflict, false)}
          onClose={saving.closeConflict}
        />
      )}
    </SiteFormProvider>
  );
}
