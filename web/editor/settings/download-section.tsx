import { Download } from 'lucide-react';
import { pathOf } from '../../../contract/call.ts';
import { getPageFile } from '../../../contract/handles/handles.ts';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { SettingsSection } from './settings-section.tsx';

/** The whole page as one file that works anywhere. It shows what visitors see, without unsaved changes. */
export function DownloadSection({ handleId }: { handleId: number }) {
  return (
    <SettingsSection title="Download your page">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-prose text-sm text-soft">
          One file with your pictures, your look and your links, as visitors see the page now. It works on any web host,
          without us. Forms are left out.
        </p>
        <a href={pathOf(getPageFile, { id: handleId })} download className={buttonStyle('secondary')}>
          <Download aria-hidden /> Download page
        </a>
      </div>
    </SettingsSection>
  );
}
