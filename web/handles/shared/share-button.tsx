import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { dialogOnDemand } from '../../ui/dialog/dialog-on-demand.tsx';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { Tooltip } from '../../ui/tooltip/tooltip.tsx';

const ShareSheet = dialogOnDemand(async () => (await import('./share-sheet.tsx')).ShareSheet);

interface ShareButtonProps {
  handle: string;
  /** Whether visitors see the page. */
  isOnline?: boolean;
  /** The text of the button. Without text, the button is an icon. */
  text?: string | undefined;
}

/** Opens the share sheet of a handle. Its code is downloaded on hover or focus. */
export function ShareButton({ handle, isOnline = true, text }: ShareButtonProps) {
  const [open, setOpen] = useState(false);
  const events = { onPointerEnter: ShareSheet.preload, onFocus: ShareSheet.preload, onClick: () => setOpen(true) };
  return (
    <>
      {text === undefined ? (
        <Tooltip text="Share">
          <button
            {...events}
            type="button"
            aria-label={`Share ${handle}`}
            aria-haspopup="dialog"
            className={`${buttonStyle('secondary')} w-11 px-0!`}
          >
            <Share2 aria-hidden />
          </button>
        </Tooltip>
      ) : (
        <button {...events} type="button" aria-haspopup="dialog" className={buttonStyle('brand', 'large')}>
          <Share2 aria-hidden /> {text}
        </button>
      )}
      <ShareSheet open={open} handle={handle} isOnline={isOnline} onClose={() => setOpen(false)} />
    </>
  );
}
