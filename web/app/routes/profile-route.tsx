import { useLocation } from 'react-router';
import { ProfileScreen } from '../../profiles/profile-screen.tsx';
import { usernameIn } from './profile-path.ts';

/** `/:username`, if reached by a link inside the app. */
export function ProfileRoute() {
  return <ProfileScreen username={usernameIn(useLocation().pathname)} />;
}
