import type { Site } from '../../../contract/documents.ts';
import { pages } from '../../../contract/paths.ts';
import type { HandlePictureKind } from '../../../contract/pictures.ts';
import { type EmailComposers, handleInSubject } from '../../emails/shared/email.ts';
import { typed } from '../../emails/shared/rich-text.ts';

/**
 * Notifies an owner that an administrator removed a picture. `handle` is null for a picture that the pages of an account share.
 */
export interface PictureEmail {
  kind: 'picture-removed';
  to: string;
  picture: HandlePictureKind;
  handle: string | null;
  reason: string;
}

const NAMES: Record<HandlePictureKind, string> = {
  avatar: 'picture',
  banner: 'banner',
  block: 'picture beside a link',
  background: 'background picture',
};

/** Composes the emails about pictures that administrators removed. */
export function pictureEmails({ site }: { site: Site }): EmailComposers<PictureEmail> {
  return {
    'picture-removed': (_db, { to, picture, handle, reason }) => {
      const where = handle === null ? 'your pages' : handleInSubject(handle, 'your page');
      return {
        to,
        subject: `A picture of ${where} on ${site.host} was removed`,
        preheader: 'An administrator removed it. Everything else stays as it is.',
        heading: 'A picture was removed',
        ...(handle !== null && { handle: { name: handle, shownAs: 'page' as const } }),
        body: [
          `An administrator of ${site.host} removed the ${NAMES[picture]} of ${handle === null ? 'your pages' : 'this page'}. The reason:`,
          { quotation: [[typed(reason)]] },
          'The picture is deleted, and the same file is not accepted again for the same purpose. Everything else stays as it is.',
        ],
        button:
          handle === null
            ? { label: 'Open your handles', url: site.origin + pages.manage() }
            : { label: 'Open your page', url: site.origin + pages.profile(handle) },
        notes: [
          `If you think that this is wrong, write to postmaster@${site.mailDomain}.`,
          'A person made this decision. You can also challenge it before a court or an out-of-court dispute body.',
        ],
      };
    },
  };
}
