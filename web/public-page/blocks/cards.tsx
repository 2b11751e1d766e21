import type { ReactElement, ReactNode } from 'react';
import type { BlockOf } from '../../../contract/blocks/blocks.ts';
import { PathIcon } from '../icons/icon-path.tsx';
import { PlatformIcon } from '../icons/platform-icon.tsx';
import { networkLinks } from '../visible-blocks.ts';
import { EmbedPicture, FeaturedPicture, SmallPicture } from './block-picture.tsx';
import { type LinkPolicy, OutgoingLink, shownAddress } from './outgoing-link.tsx';

/** A block that is drawn as a card in a list. */
export type CardBlock = BlockOf<'network' | 'link' | 'embed'>;

const CHAIN =
  'M10.6 13.4a1 1 0 0 0 1.4 0 1 1 0 0 0 0-1.4 3 3 0 0 1 0-4.2l3-3a3 3 0 0 1 4.2 4.2l-1.5 1.5a1 1 0 1 0 1.4 1.4l1.5-1.5a5 5 0 0 0-7-7l-3 3a5 5 0 0 0 0 7zm2.8-2.8a1 1 0 0 0-1.4 1.4 3 3 0 0 1 0 4.2l-3 3a3 3 0 0 1-4.2-4.2l1.5-1.5a1 1 0 1 0-1.4-1.4l-1.5 1.5a5 5 0 0 0 7 7l3-3a5 5 0 0 0 0-7z';
const ENVELOPE =
  'M3.5 5h17c.8 0 1.5.7 1.5 1.5v.4l-10 6.3L2 6.9v-.4C2 5.7 2.7 5 3.5 5zM2 9.3v8.2c0 .8.7 1.5 1.5 1.5h17c.8 0 1.5-.7 1.5-1.5V9.3l-10 6.2z';
const TELEPHONE =
  'M6.6 2.5 9.3 3a1.5 1.5 0 0 1 1.2 1.1l.7 3a1.5 1.5 0 0 1-.4 1.4L9 10.3a14 14 0 0 0 4.7 4.7l1.8-1.8a1.5 1.5 0 0 1 1.4-.4l3 .7a1.5 1.5 0 0 1 1.1 1.2l.5 2.7a2 2 0 0 1-2 2.4A17.3 17.3 0 0 1 4.2 4.5a2 2 0 0 1 2.4-2z';

interface CardProps {
  block: CardBlock;
  /** Whether the card takes both columns of a grid. */
  full: boolean;
  policy: LinkPolicy;
}

/** A card of a network, a link or an embed: an item of a list. */
export function Card({ block, full, policy }: CardProps): ReactElement {
  return <li className={full ? 'np-full' : undefined}>{linkOf(block, policy)}</li>;
}

function linkOf(block: CardBlock, policy: LinkPolicy): ReactNode {
  switch (block.type) {
    case 'network':
      return networkLinks(block).map((link) => (
        <OutgoingLink {...policy} key={link.id} url={link.url} clickId={link.clickId} own className={classes(block)}>
          <Chip>
            <PlatformIcon id={link.id} />
          </Chip>
          <span className="np-label">
            <b>{link.name}</b>
            {link.username && <bdi>{link.username}</bdi>}
          </span>
          <Arrow />
        </OutgoingLink>
      ));
    case 'link': {
      const wide = block.image !== null && block.featured;
      return (
        <OutgoingLink {...policy} url={block.url} clickId={block.id} className={classes(block, wide)}>
          {wide ? <FeaturedPicture image={block.image} /> : <LinkChip {...block} />}
          <Label title={block.title} detail={shownAddress(block.url)} />
          <Arrow />
        </OutgoingLink>
      );
    }
    case 'embed':
      return (
        <OutgoingLink {...policy} url={block.url} clickId={block.id} className={classes(block, true)}>
          <EmbedPicture kind={block.kind} image={block.image} />
          <Label title={block.title} detail={shownAddress(block.url)} />
          <Arrow />
        </OutgoingLink>
      );
  }
}

function LinkChip({ url, image, emoji }: Pick<BlockOf<'link'>, 'url' | 'image' | 'emoji'>): ReactElement {
  if (image !== null) {
    return (
      <Chip kind="np-thumb">
        <SmallPicture image={image} />
      </Chip>
    );
  }
  if (emoji !== null) return <Chip kind="np-emoji">{emoji}</Chip>;
  const path = /^mailto:/i.test(url) ? ENVELOPE : /^tel:/i.test(url) ? TELEPHONE : CHAIN;
  return (
    <Chip>
      <PathIcon path={path} />
    </Chip>
  );
}

function Chip({ kind, children }: { kind?: string; children: ReactNode }): ReactElement {
  return (
    <span className={kind ? `np-icon ${kind}` : 'np-icon'} aria-hidden="true">
      {children}
    </span>
  );
}

/** The direction of the whole label follows its title. */
function Label({ title, detail }: { title: string; detail: string }): ReactElement {
  return (
    <span className="np-label" dir="auto">
      <b>{title}</b>
      {detail && <bdi>{detail}</bdi>}
    </span>
  );
}

function Arrow(): ReactElement {
  return (
    <svg className="np-go" viewBox="0 0 24 24" aria-hidden="true">
      <path d="m9 6 6 6-6 6" />
    </svg>
  );
}

/** `wide` cards have a picture across the top. */
function classes({ featured }: { featured: boolean }, wide = false): string | undefined {
  return [featured && 'np-big', wide && 'np-wide'].filter(Boolean).join(' ') || undefined;
}
