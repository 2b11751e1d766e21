import { Share2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { onDemand } from '../../ui/on-demand.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useMenuOnDemand } from '../../ui/use-menu-on-demand.ts';

const menu = onDemand(async () => (await import('./share-menu.tsx')).ShareMenu);

interface ShareButtonProps {
  handle: string;
  /** Shown in the button, which otherwise is an icon. */
  text?: string | undefined;
}

/** Opens the share menu of a handle. The code of the menu is downloaded on hover or focus. */
export function ShareButton({ handle, text }: ShareButtonProps) {
  const { Menu, open } = useMenuOnDemand(menu);
  if (Menu) return <Menu handle={handle} trigger={<Trigger handle={handle} text={text} />} />;
  return (
    <Trigger
      handle={handle}
      text={text}
      aria-haspopup="menu"
      onPointerEnter={menu.preload}
      onFocus={menu.preload}
      onClick={open}
    />
  );
}

function Trigger({ handle, text, ...rest }: ComponentProps<'button'> & ShareButtonProps) {
  if (text !== undefined) {
    return (
      <button {...rest} type="button" className={buttonStyle('brand', 'large')}>
        <Share2 aria-hidden /> {text}
      </button>
    );
  }
  return (
    <Tooltip text="Share">
      <button
        {...rest}
        type="button"
        aria-label={`Share ${handle}`}
        className={`${buttonStyle('secondary')} w-11 px-0!`}
      >
        <Share2 aria-hidden />
      </button>
    </Tooltip>
  );
}
