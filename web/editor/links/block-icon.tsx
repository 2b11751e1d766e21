import { AtSign, Film, Grid2x2, Heading, Link2, Mail, MapPin, MessageSquare, Music, Text } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Block, BlockType, EmbedKind } from '../../../contract/blocks/blocks.ts';
import type { NetworkId } from '../../../contract/social/networks.ts';
import { PlatformIcon } from '../../public-page/icons/platform-icon.tsx';

const KINDS: Record<Exclude<BlockType, 'network' | 'embed'>, typeof Link2> = {
  link: Link2,
  heading: Heading,
  text: Text,
  icons: Grid2x2,
  contact: Mail,
  subscribe: AtSign,
};
const EMBEDS: Record<EmbedKind, typeof Link2> = { video: Film, track: Music, post: MessageSquare, map: MapPin };

/** The icon of a network in the colour of the surrounding text. */
export function NetworkIcon({ id }: { id: NetworkId }): ReactNode {
  return (
    <span className="contents [&_svg]:fill-current">
      <PlatformIcon id={id} />
    </span>
  );
}

/** The icon of a kind of block. */
export function KindIcon({ kind }: { kind: Exclude<BlockType, 'network' | 'embed'> | EmbedKind }): ReactNode {
  const Icon = kind in EMBEDS ? EMBEDS[kind as EmbedKind] : KINDS[kind as keyof typeof KINDS];
  return <Icon aria-hidden />;
}

/** The picture, emoji or icon of a block in a list, 40 px wide. */
export function BlockIcon({ block }: { block: Block }): ReactNode {
  const image = block.type === 'link' || block.type === 'embed' ? block.image : null;
  if (image) {
    return (
      <img src={image} alt="" width="40" height="40" className="size-10 shrink-0 rounded-lg bg-muted object-cover" />
    );
  }
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-full bg-muted text-lg [&_svg]:size-5">
      {block.type === 'network' ? (
        <NetworkIcon id={block.platform} />
      ) : block.type === 'link' && block.emoji ? (
        <span aria-hidden>{block.emoji}</span>
      ) : (
        <KindIcon kind={block.type === 'embed' ? block.kind : block.type} />
      )}
    </span>
  );
}
