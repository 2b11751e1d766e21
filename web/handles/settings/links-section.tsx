import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { isPlatformId } from '../../../contract/social/platforms.ts';
import { PlatformIcon } from '../../public-page/platform-icon.tsx';
import { platformLabel } from '../../social/shared/platform-label.ts';
import { Button } from '../../ui/form/button.tsx';
import { AddLink } from './add-link.tsx';
import { type SectionProps, SettingsSection } from './settings-section.tsx';
import type { LinkValue } from './settings-values.ts';

/** The links of a handle in order, including those of platforms that only `/app/manage-social` offers. */
export function LinksSection({ values: { socialLinks }, fieldErrors, change }: SectionProps) {
  const [announcement, setAnnouncement] = useState('');
  const section = useRef<HTMLDivElement>(null);

  function remove(index: number) {
    change({ socialLinks: socialLinks.filter((_link, at) => at !== index) });
    setAnnouncement(`${platformLabel(socialLinks[index]?.platform ?? '')} removed`);
    // The focused button is removed: the focus moves to the next one, or to the form that adds a link.
    const buttons = section.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
    const next = buttons[index + 1] ?? buttons[index - 1] ?? section.current?.querySelector<HTMLElement>('select');
    next?.focus();
  }

  return (
    <SettingsSection title="Social Media Links">
      <div ref={section} className="grid grid-cols-1 gap-5">
        {socialLinks.length === 0 ? (
          <p className="text-sm text-soft">No links on this page yet.</p>
        ) : (
          <ul aria-label="Social media links" className="grid grid-cols-1 gap-2">
            {socialLinks.map((link, index) => (
              <LinkRow key={link.platform} link={link} onRemove={() => remove(index)} />
            ))}
          </ul>
        )}
        {fieldErrors.socialLinks && (
          <p role="alert" className="text-sm text-danger">
            {fieldErrors.socialLinks}
          </p>
        )}
        <AddLink
          taken={socialLinks.map(({ platform }) => platform)}
          onAdd={(link) => {
            change({ socialLinks: [...socialLinks, link] });
            setAnnouncement(`${platformLabel(link.platform)} added`);
          }}
        />
        <p role="status" className="sr-only">
          {announcement}
        </p>
      </div>
    </SettingsSection>
  );
}

function LinkRow({ link, onRemove }: { link: LinkValue; onRemove: () => void }) {
  const { platform, username, url } = link;
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
      </div>
      <Button
        variant="ghost"
        data-remove
        aria-label={`Remove ${platformLabel(platform)}`}
        onClick={onRemove}
        className="w-11 px-0! text-danger!"
      >
        <Trash2 aria-hidden />
      </Button>
    </li>
  );
}
