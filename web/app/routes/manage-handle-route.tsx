import { useLocation } from 'react-router';
import { HandleSettings, HandleSettingsSkeleton } from '../../handles/settings/handle-settings.tsx';
import { SignedInOnly } from './login-required.tsx';
import { handleIn } from './manage-handle-path.ts';

/** `/app/manage-handle/:handle`: the settings of one handle. */
export function ManageHandleRoute() {
  const name = handleIn(useLocation().pathname);
  return (
    <SignedInOnly fallback={<HandleSettingsSkeleton name={name} />}>
      <HandleSettings key={name} name={name} />
    </SignedInOnly>
  );
}
