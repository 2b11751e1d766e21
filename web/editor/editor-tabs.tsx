import { AtSign, Link2, Palette, UserRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Handle } from '../../contract/handles/handles.ts';
import { hasRight } from '../../contract/roles.ts';
import { EDITOR_TABS, type EditorTab, tabPath } from '../own-handles/tabs/tabs.ts';
import type { Part } from './shared/draft.ts';

const TABS = {
  links: { label: 'Links', Icon: Link2, part: 'blocks' },
  look: { label: 'Look', Icon: Palette, part: 'look' },
  details: { label: 'Details', Icon: UserRound, part: 'details' },
  mail: { label: 'Mail', Icon: AtSign, part: null },
} as const satisfies Record<EditorTab, { label: string; Icon: typeof Link2; part: Part | null }>;

interface EditorTabsProps {
  tab: EditorTab;
  handle: Handle;
  isFirst: boolean;
  /** Parts with unsaved changes get a dot. */
  unsaved: readonly Part[];
}

/** The tabs of the editor, each a screen with its own address. */
export function EditorTabs({ tab, handle, isFirst, unsaved }: EditorTabsProps) {
  const open = useRef<HTMLAnchorElement>(null);
  // Each tab has its own address. The link keeps the focus, so that the next tab is one step away.
  const shown = useRef(tab);
  useEffect(() => {
    if (shown.current === tab) return;
    shown.current = tab;
    if (document.activeElement === document.body) open.current?.focus({ preventScroll: true });
  }, [tab]);
  return (
    <nav aria-label={`Editor of ${handle.handle}`} className="flex border-b border-border">
      {EDITOR_TABS.filter((id) => id === tab || id !== 'mail' || seesMail(handle)).map((id) => {
        const { label, Icon, part } = TABS[id];
        const isUnsaved = part !== null && unsaved.includes(part);
        return (
          <Link
            key={id}
            ref={id === tab ? open : undefined}
            to={tabPath(id, handle, isFirst)}
            aria-current={id === tab ? 'page' : undefined}
            className="relative -mb-px inline-flex min-h-12 flex-1 items-center justify-center gap-2 border-b-2 border-transparent px-1 text-sm font-semibold whitespace-nowrap text-soft -outline-offset-2 transition-colors hover:text-text aria-[current]:border-accent aria-[current]:text-text sm:flex-none sm:px-5"
          >
            <Icon className="size-4.5 shrink-0 max-[22rem]:hidden" aria-hidden />
            {label}
            {isUnsaved && (
              <>
                <span className="size-2 rounded-full bg-warning" aria-hidden />
                <span className="sr-only">, unsaved changes</span>
              </>
            )}
          </Link>
        );
      })}
    </nav>
  );
}

/**
 * Returns whether the Mail tab shows the user anything: the mail, or sending. Opened by its address, the tab explains
 * what is missing.
 */
function seesMail(handle: Handle): boolean {
  return hasRight(handle, 'mail') || hasRight(handle, 'manage');
}
