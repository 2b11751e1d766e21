import { Monitor, Moon, Smartphone, Sun } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { SiteDocument } from '../../../../contract/site/site-document.ts';
import { useSite } from '../../../api/site.ts';
import { Segmented } from '../../../ui/form/segmented.tsx';
import { type Theme, useTheme } from '../../../ui/theme/theme.tsx';
import type { SitePreviewProps } from '../preview-context.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { previewedSite } from './previewed-site.ts';

type Device = 'phone' | 'desktop';

const DEVICES = [
  { value: 'phone', name: <Option icon={<Smartphone aria-hidden />}>Phone</Option> },
  { value: 'desktop', name: <Option icon={<Monitor aria-hidden />}>Desktop</Option> },
] as const;
const THEMES = [
  { value: 'light', name: <Option icon={<Sun aria-hidden />}>Light</Option> },
  { value: 'dark', name: <Option icon={<Moon aria-hidden />}>Dark</Option> },
] as const;
const WIDTHS: Record<Device, number> = { phone: 390, desktop: 1280 };

/** The landing page with all unsaved changes, on a phone or a desktop, light or dark. */
export function SitePreviewPane({ draft, part }: { draft: SiteDocument; part: SitePreviewProps['part'] }) {
  const { theme: current } = useTheme();
  const site = useSite();
  const [device, setDevice] = useState<Device>('phone');
  const [theme, setTheme] = useState<Theme>(current);
  // Typing stays fast while the page is drawn.
  const shown = useDeferredValue(draft);
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap gap-2">
        <Segmented label="Device" options={DEVICES} value={device} onChange={setDevice} className="flex-1" />
        <Segmented label="Theme" options={THEMES} value={theme} onChange={setTheme} className="flex-1" />
      </div>
      <PreviewFrame site={previewedSite(shown, site)} theme={theme} part={part} width={WIDTHS[device]} />
    </div>
  );
}

function Option({ icon, children }: { icon: React.ReactNode; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 [&_svg]:size-4">
      {icon}
      {children}
    </span>
  );
}
