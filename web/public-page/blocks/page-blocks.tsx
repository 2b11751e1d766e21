import type { ReactElement } from 'react';
import type { Block } from '../../../contract/blocks/blocks.ts';
import type { FormTokens } from '../../../contract/documents.ts';
import type { Layout } from '../../../contract/profiles/look.ts';
import { ContactForm } from '../forms/contact-form.tsx';
import { SubscribeForm } from '../forms/subscribe-form.tsx';
import { type NetworkLink, networkLinks } from '../visible-blocks.ts';
import { Card, type CardBlock } from './cards.tsx';
import { IconRow } from './icon-row.tsx';
import type { LinkPolicy } from './outgoing-link.tsx';

interface PageBlocksProps {
  /** Visible blocks in order. */
  blocks: readonly Block[];
  layout: Layout;
  policy: LinkPolicy;
  formTokens: FormTokens;
}

type Section =
  | { kind: 'cards'; blocks: CardBlock[] }
  | { kind: 'icons'; links: NetworkLink[] }
  | { kind: 'other'; block: Exclude<Block, CardBlock | { type: 'icons' }> };

/** The blocks of a page. Neighbouring cards are one list, and with the layout `icons` neighbouring networks are one row. */
export function PageBlocks({ blocks, layout, policy, formTokens }: PageBlocksProps): ReactElement {
  return (
    <>
      {sectionsOf(blocks, layout).map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no identity of their own
        <SectionView key={index} section={section} layout={layout} policy={policy} formTokens={formTokens} />
      ))}
    </>
  );
}

function sectionsOf(blocks: readonly Block[], layout: Layout): Section[] {
  const sections: Section[] = [];
  for (const block of blocks) {
    const last = sections.at(-1);
    if (block.type === 'icons') {
      sections.push({ kind: 'icons', links: networkLinks(block) });
    } else if (block.type === 'network' && layout === 'icons' && !block.featured) {
      if (last?.kind === 'icons') last.links.push(...networkLinks(block));
      else sections.push({ kind: 'icons', links: networkLinks(block) });
    } else if (block.type === 'network' || block.type === 'link' || block.type === 'embed') {
      if (last?.kind === 'cards') last.blocks.push(block);
      else sections.push({ kind: 'cards', blocks: [block] });
    } else {
      sections.push({ kind: 'other', block });
    }
  }
  return sections;
}

/** The cards of a grid that take both columns: featured ones, and those that would leave a hole beside them. */
function fullWidth(blocks: readonly CardBlock[]): Set<number> {
  const full = new Set<number>();
  let alone = false;
  for (const [index, { featured }] of blocks.entries()) {
    if (featured) full.add(index);
    if (featured && alone) full.add(index - 1);
    alone = !featured && !alone;
  }
  if (alone) full.add(blocks.length - 1);
  return full;
}

function SectionView({
  section,
  layout,
  policy,
  formTokens,
}: Pick<PageBlocksProps, 'layout' | 'policy' | 'formTokens'> & { section: Section }): ReactElement {
  if (section.kind === 'icons') return <IconRow links={section.links} policy={policy} />;
  if (section.kind === 'cards') {
    const full = layout === 'grid' ? fullWidth(section.blocks) : new Set<number>();
    return (
      <ul className="np-links">
        {section.blocks.map((block, index) => (
          <Card key={block.id ?? index} block={block} full={full.has(index)} policy={policy} />
        ))}
      </ul>
    );
  }
  const { block } = section;
  switch (block.type) {
    case 'heading':
      return (
        <h2 className={block.featured ? 'np-big' : undefined} dir="auto">
          {block.text}
        </h2>
      );
    case 'text':
      return <TextBlock text={block.text} featured={block.featured} />;
    case 'contact':
      return <ContactForm handle={policy.username} block={block} fields={{ form: formTokens.contact }} />;
    case 'subscribe':
      return <SubscribeForm handle={policy.username} block={block} fields={{ form: formTokens.subscribe }} />;
  }
}

/** A text longer than this many characters is hard to read centred. */
const CENTRED_LENGTH = 140;

function TextBlock({ text, featured }: { text: string; featured: boolean }): ReactElement {
  const shown = text.trim().replace(/\n{3,}/g, '\n\n');
  const classes = ['np-text', shown.length > CENTRED_LENGTH && 'np-long', featured && 'np-big'];
  return (
    <p className={classes.filter(Boolean).join(' ')} dir="auto">
      {shown}
    </p>
  );
}
