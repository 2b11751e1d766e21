import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { BlockOf } from '../../../contract/blocks/blocks.ts';
import { isPlatformId } from '../../../contract/social/platforms.ts';
import { tabPath } from '../../own-handles/tabs/tabs.ts';
import { PlatformIcon } from '../../public-page/icons/platform-icon.tsx';
import { platformLabel } from '../../social/shared/platform-label.ts';
import { Button } from '../../ui/form/button.tsx';
import type { DraftBlock } from '../shared/draft.ts';
import { useEditor } from '../shared/editor-context.ts';
import { networkBlock } from '../shared/social-links.ts';
import { AddLink } from './add-link.tsx';
import { SettingsSection } from './settings-section.tsx';

/** The links of a handle in order, including those of platforms that only the Links tab offers. */
export function LinksSection() {
  const { handle, draft, store, fieldErrors, blockErrors } = useEditor();
  const links = draft.blocks.filter(isPlatformLink);
  const [announcement, setAnnouncement] = useState('');
  const section = useRef<HTMLDivElement>(null);

  function remove(key: string, index: number) {
    store.edit('links', { blocks: draft.blocks.filter((item) => item.key !== key) });
    setAnnouncement(`${platformLabel(links[index]?.block.platform ?? '')} removed`);
    // The focused button is removed: the focus moves to the next one, or to the form that adds a link.
    const buttons = section.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
    const next = buttons[index + 1] ?? buttons[index - 1] ?? section.current?.querySelector<HTMLElement>('select');
    next?.focus();
  }

  return (
    <SettingsSection title="Social Media Links">
      <div ref={section} className="grid grid-cols-1 gap-5">
        {links.length === 0 ? (
          <p className="text-sm text-soft">No links on this page yet.</p>
        ) : (
          <ul aria-label="Links" className="grid grid-cols-1 gap-2">
            {links.map(({ key, block }, index) => (
              <LinkRow
                key={key}
                block={block}
                error={Object.values(blockErrors[key] ?? {})[0]}
                onRemove={() => remove(key, index)}
              />
            ))}
          </ul>
        )}
        {fieldErrors.socialLinks && (
          <p role="alert" className="text-sm text-danger">
            {fieldErrors.socialLinks}
          </p>
        )}
        <AddLink
          taken={links.map(({ block }) => block.platform)}
          onAdd={(link) => {
            store.edit('links', { blocks: [...draft.blocks, { key: store.newKey(), block: networkBlock(link) }] });
            setAnnouncement(`${platformLabel(link.platform)} added`);
          }}
        />
        <p className="text-sm text-soft">
          <Link
            to={tabPath('links', handle, false)}
            className="-my-3 inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
          >
            More networks and the order of your links
          </Link>
        </p>
        <p role="status" className="sr-only">
          {announcement}
        </p>
      </div>
    </SettingsSection>
  );
}

function isPlatformLink(item: DraftBlock): item is { key: string; block: BlockOf<'network'> } {
  return item.block.type === 'network' && isPlatformId(item.block.platform);
}

interface LinkRowProps {
  block: BlockOf<'network'>;
  error: string | undefined;
  onRemove: () => void;
}

function LinkRow({ block: { platform, username, url }, error, onRemove }: LinkRowProps) {
  return (
    <li className="flex min-w-0 items-center gap-3 rounded-control border border-border py-1.5 pr-1.5 pl-3.5">
      <span className="shrink-0 [&_svg]:size-5 [&_svg]:fill-current">
        {isPlatformId(platform) && <PlatformIcon id={platform} />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium">
          {platformLabel(platform)} <span className="font-normal wrap-anywhere text-soft">{username}</span>
        </p>
        <p className="truncate text-xs text-soft">{url || 'Not shown: the link has no address.'}</p>
        {error && <p className="text-sm text-danger">{error}</p>}
      </div>
      <Button
        variant="quiet-danger"
        data-remove
        aria-label={`Remove ${platformLabel(platform)}`}
        onClick={onRemove}
        className="w-11 px-0!"
      >
        <Trash2 aria-hidden />
      </Button>
    </li>
  );
}
