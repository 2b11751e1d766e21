import { useLocation } from 'react-router';
import { HandleSettings, HandleSettingsSkeleton } from '../../../handles/settings/handle-settings.tsx';
import { handleIn } from '../manage-handle-path.ts';
import { SignedInOnly } from './login-required.tsx';

/** `/app/manage-handle/:handle`: the settings of one handle. */
export function ManageHandleRoute() {
  const name = handleIn(useLocation().pathname);
  return (
    <SignedInOnly fallback={<HandleSettingsSkeleton name={name} />}>
      <HandleSettings key={name} name={name} />
    </SignedInOnly>
  );
}
