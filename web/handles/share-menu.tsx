import { Contact, QrCode } from 'lucide-react';
import type { ReactNode } from 'react';
import { pages } from '../../contract/paths.ts';
import { Menu, MenuItem } from '../ui/menu.tsx';

/** The QR code and the contact card of a handle. It is open when it first appears. */
export function ShareMenu({ handle, trigger }: { handle: string; trigger: ReactNode }) {
  return (
    <Menu trigger={trigger} defaultOpen>
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
