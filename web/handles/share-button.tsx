import { Share2 } from 'lucide-react';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { buttonStyle } from '../ui/button-style.ts';

const loadMenu = () => import('./share-menu.tsx');
const ShareMenu = lazy(async () => ({ default: (await loadMenu()).ShareMenu }));

/** Opens the ways to hand a handle on. Its menu is loaded with the first intent to open it. */
export function ShareButton({ handle }: { handle: string }) {
  const [wanted, setWanted] = useState(false);
  const trigger = (
    <Trigger
      handle={handle}
      aria-haspopup="menu"
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return trigger;
  return (
    <Suspense fallback={trigger}>
      <ShareMenu handle={handle} trigger={<Trigger handle={handle} />} />
    </Suspense>
  );
}

function Trigger({ handle, ...rest }: ComponentProps<'button'> & { handle: string }) {
  return (
    <button {...rest} type="button" aria-label={`Share ${handle}`} className={`${buttonStyle('secondary')} w-11 px-0!`}>
      <Share2 aria-hidden />
    </button>
  );
}
