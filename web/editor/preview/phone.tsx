import { PageImage } from '../../profiles/shared/page-preview.tsx';
import { usePreviewed } from '../shared/use-previewed.ts';
import { PhoneFrame } from './phone-frame.tsx';

/** The page with all unsaved changes, on a phone. */
export function Phone() {
  const { profile, theme } = usePreviewed();
  return (
    <PhoneFrame>
      <PageImage profile={profile} theme={theme} height={700} />
    </PhoneFrame>
  );
}
