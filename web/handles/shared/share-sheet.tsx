import { Contact, QrCode, Share } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { pages } from '../../../contract/paths.ts';
import { sharingPages } from '../../../contract/profiles/sharing-paths.ts';
import { useSite } from '../../api/site.ts';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { ShareAddress, shareAddress } from './share-address.tsx';

interface ShareSheetProps {
  open: boolean;
  handle: string;
  /** Whether visitors see the page: if not, it has no pictures to share. */
  isOnline: boolean;
  onClose: () => void;
}

/** Everything of a page that can be shared: its sharing image, address, QR code and contact card. */
export function ShareSheet({ open, handle, isOnline, onClose }: ShareSheetProps) {
  const { origin, host } = useSite();
  const url = `${origin}${pages.profile(handle)}`;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Share your page"
      description={
        isOnline ? undefined : 'The page is offline: visitors to this address do not see it until it is back.'
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {isOnline && (
          <SharedPicture
            src={pages.socialImage(handle)}
            alt={`How ${host}/${handle} looks where its link is shared`}
            className="aspect-[1200/630] w-full rounded-card border border-border object-cover"
          />
        )}
        <ShareAddress url={url} />
        {typeof navigator.share === 'function' && (
          <button type="button" onClick={() => void shareAddress(url)} className={buttonStyle('secondary')}>
            <Share aria-hidden /> Share with...
          </button>
        )}
        {isOnline && <Downloads handle={handle} />}
      </div>
    </Dialog>
  );
}

function Downloads({ handle }: { handle: string }) {
  return (
    <div className="grid grid-cols-1 items-center gap-x-5 gap-y-3 border-t border-border pt-5 sm:grid-cols-[13rem_minmax(0,1fr)]">
      <SharedPicture
        src={sharingPages.themedQrSvg(handle)}
        alt={`QR code of ${handle}`}
        className="mx-auto aspect-square w-full max-w-60 rounded-card border border-border"
      />
      <div className="grid content-center gap-2">
        <p className="mb-1 text-sm text-pretty text-soft max-sm:text-center">
          The QR code leads to your page. Print it, or show it from your phone.
        </p>
        <Download href={sharingPages.themedQrPng(handle)} name={`${handle}.png`} icon={<QrCode aria-hidden />}>
          QR code as a picture
        </Download>
        <Download href={sharingPages.themedQrSvg(handle)} name={`${handle}.svg`} icon={<QrCode aria-hidden />}>
          QR code for print
        </Download>
        <Download href={pages.vcard(handle)} name={`${handle}.vcf`} icon={<Contact aria-hidden />}>
          Contact card
        </Download>
      </div>
    </div>
  );
}

interface DownloadProps {
  href: string;
  name: string;
  icon: ReactNode;
  children: ReactNode;
}

function Download({ href, name, icon, children }: DownloadProps) {
  return (
    <a href={href} download={name} className={`${buttonStyle('secondary')} justify-start!`}>
      {icon} {children}
    </a>
  );
}

/** A picture of the page in its final size. It disappears if it cannot be loaded. */
function SharedPicture({ src, alt, className }: { src: string; alt: string; className: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) return null;
  return <img src={src} alt={alt} onError={() => setFailed(true)} className={classNames('bg-muted', className)} />;
}
