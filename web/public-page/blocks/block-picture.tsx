import type { ReactElement } from 'react';
import type { EmbedKind } from '../../../contract/blocks/blocks.ts';
import { PICTURE_WIDTHS, picturePath, pictureSources, readPicturePath } from '../../../contract/pictures.ts';

/** The width of a page's column, at which a wide picture is drawn. */
const WIDE_SIZES = '(min-width: 480px) 424px, 92vw';

/** The picture of a featured link. */
export function FeaturedPicture({ image }: { image: string | null }): ReactElement {
  return <span className="np-shot">{image && <WidePicture image={image} />}</span>;
}

/** A picture across a card. Decorative, because the title of the card describes it. */
function WidePicture({ image }: { image: string }): ReactElement {
  return <img src={image} srcSet={pictureSources(image)} sizes={WIDE_SIZES} alt="" loading="lazy" />;
}

/** A small picture in place of an icon. */
export function SmallPicture({ image }: { image: string }): ReactElement {
  const picture = readPicturePath(image);
  // Twice as wide as it is drawn, for screens with two pixels for each CSS pixel.
  const src = picture ? picturePath(picture.kind, picture.id, PICTURE_WIDTHS[picture.kind][0]) : image;
  return <img src={src} alt="" loading="lazy" width="44" height="44" />;
}

/** Drawings that replace content from other sites, which the page does not load. */
const DRAWINGS: Record<EmbedKind, string> = {
  video: 'M-20 200 140-20M20 200 180-20M220 200l160-220M260 200 420-20',
  track: 'M32 78v24m24-46v68m24-50v32m24-58v84m24-62v40m64-50v60m24-84v108m24-74v40m24-58v76m24-48v20',
  post: 'M40 52h240M40 88h60m120 0h60M40 124h60m120 0h28',
  map: 'M-10 140 110 60l70 30L330 0M60-10l40 200M230-10l-20 200M-10 40l120 20m70 30 150 60',
};

const MARKS: Record<EmbedKind, string> = {
  video: 'M8 5.1v13.8l11-6.9z',
  track: 'M9 4v10.6A3.5 3.5 0 1 0 11 17.7V8l7-1.6v6.2a3.5 3.5 0 1 0 2 3.1V2z',
  post: 'M4 4h16a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-8l-5 4v-4H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z',
  map: 'M12 2a7 7 0 0 0-7 7c0 5 7 13 7 13s7-8 7-13a7 7 0 0 0-7-7zm0 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z',
};

/** The picture of an embed, or a drawing, with a mark that shows what a click opens. */
export function EmbedPicture({ kind, image }: { kind: EmbedKind; image: string | null }): ReactElement {
  return (
    <span className="np-shot">
      {image ? (
        <WidePicture image={image} />
      ) : (
        <svg className="np-drawn" viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
          <path d={DRAWINGS[kind]} />
        </svg>
      )}
      <svg className="np-mark" viewBox="0 0 24 24" aria-hidden="true">
        <path d={MARKS[kind]} />
      </svg>
    </span>
  );
}
