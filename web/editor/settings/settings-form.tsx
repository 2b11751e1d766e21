import { useEffect, useRef } from 'react';
import { hasRight } from '../../../contract/roles.ts';
import type { Details } from '../shared/details.ts';
import { useEditor } from '../shared/editor-context.ts';
import { DownloadSection } from './download-section.tsx';
import { LinksSection } from './links-section.tsx';
import { MailSection } from './mail-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import type { SectionProps } from './settings-section.tsx';

/** The settings form of one handle. The save button in the editor's bar submits it by its `id`. */
export function SettingsForm({ id }: { id: string }) {
  const { handle, draft, store, saves, saving, fieldErrors, result } = useEditor();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (result?.tone === 'error') form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [result]);

  const section: SectionProps = {
    handle,
    values: draft.details,
    fieldErrors,
    change(changed: Partial<Details>) {
      const fields = Object.keys(changed);
      store.edit(fields.join(' '), { details: { ...draft.details, ...changed } }, { joins: true });
      store.clearFieldErrors(fields);
    },
  };

  return (
    <form
      ref={form}
      id={id}
      noValidate
      aria-label={`Settings of ${handle.handle}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving.has('details')) void saves.save('details');
      }}
      className="grid grid-cols-1 gap-4 sm:gap-6 [&_:is(input,textarea,select,button)]:scroll-mb-36"
    >
      <ProfileSection {...section} />
      {hasRight(handle, 'mail') && <MailSection {...section} />}
      <LinksSection />
      {draft.details.profilePage && <DownloadSection handleId={handle.id} />}
    </form>
  );
}
