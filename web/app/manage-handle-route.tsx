import { useLocation } from 'react-router';
import { HandleSettings, HandleSettingsWaiting } from '../handles/handle-settings.tsx';
import { handleIn } from './handle-in.ts';
import { SignedInOnly } from './login-required.tsx';

/** `/app/manage-handle/:handle`: the settings of one handle. */
export function ManageHandleRoute() {
  const name = handleIn(useLocation().pathname);
  return (
    <SignedInOnly waiting={<HandleSettingsWaiting name={name} />}>
      <HandleSettings key={name} name={name} />
    </SignedInOnly>
  );
}
