import { Contact, Copy, QrCode, Share } from 'lucide-react';
import type { ReactNode } from 'react';
import { pages } from '../../../contract/paths.ts';
import { useSite } from '../../api/site.ts';
import { copyText } from '../../ui/form/copy-text.ts';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast/toast-store.ts';

/** Shares the address, the QR code or the contact card of a handle's page. Open when it is mounted. */
export function ShareMenu({ handle, trigger }: { handle: string; trigger: ReactNode }) {
  const { origin } = useSite();
  const url = `${origin}${pages.profile(handle)}`;
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuItem onSelect={() => void copyAddress(url)}>
        <Copy aria-hidden /> Copy link
      </MenuItem>
      {typeof navigator.share === 'function' && (
        <MenuItem onSelect={() => void shareAddress(url)}>
          <Share aria-hidden /> Share with...
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem asChild>
        <a href={pages.qrPng(handle)} download={`${handle}.png`}>
          <QrCode aria-hidden /> QR code as a picture
        </a>
      </MenuItem>
      <MenuItem asChild>
        <a href={pages.qrSvg(handle)} download={`${handle}.svg`}>
          <QrCode aria-hidden /> QR code for print
        </a>
      </MenuItem>
      <MenuItem asChild>
        <a href={pages.vcard(handle)} download={`${handle}.vcf`}>
          <Contact aria-hidden /> Contact card
        </a>
      </MenuItem>
    </Menu>
  );
}

async function copyAddress(url: string): Promise<void> {
  if (await copyText(url)) toast({ title: 'Link copied', description: url });
  else toast({ title: 'The link could not be copied', description: url, variant: 'destructive' });
}

async function shareAddress(url: string): Promise<void> {
  try {
    await navigator.share({ url });
  } catch (error) {
    // The user closed the share sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    await copyAddress(url);
  }
}
