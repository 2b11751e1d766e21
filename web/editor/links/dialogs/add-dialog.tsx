import { Link2, Search } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { EMBED_KINDS, SINGLE_BLOCK_TYPES } from '../../../../contract/blocks/blocks.ts';
import { NETWORKS } from '../../../../contract/social/networks.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import type { DraftBlock } from '../../shared/draft.ts';
import { KindIcon, NetworkIcon } from '../block-icon.tsx';
import { readAddress } from '../read-address.ts';
import { BLOCK_NAMES, EMBED_NAMES, networkLabel } from '../shared/block-title.ts';
import { type BlockKind, type Draftable, emptyBlock } from './draftable.ts';

interface AddDialogProps {
  open: boolean;
  onClose: () => void;
  blocks: readonly DraftBlock[];
  /** Called with the choice, which another dialog completes. */
  onAdd: (start: Draftable) => void;
}

const KINDS: readonly { kind: BlockKind; about: string; words: string }[] = [
  {
    kind: 'link',
    about: 'A shop, a blog, a booking page: anything',
    words: 'url website address email phone shop blog',
  },
  { kind: 'heading', about: 'A title above a group of blocks', words: 'title section group header' },
  { kind: 'text', about: 'A few lines of your own', words: 'paragraph about note' },
  { kind: 'icons', about: 'Several networks in one line', words: 'social row' },
  { kind: 'video', about: 'A picture that leads to your video', words: 'embed film youtube vimeo' },
  { kind: 'track', about: 'A song, an album, an episode', words: 'embed music audio podcast spotify soundcloud' },
  { kind: 'post', about: 'A post that people should see', words: 'embed photo article' },
  { kind: 'map', about: 'Where to find you', words: 'embed place location address' },
  { kind: 'contact', about: 'Visitors write to you while your inbox stays hidden', words: 'form message email write' },
  { kind: 'subscribe', about: 'People sign up for your emails', words: 'newsletter email list sign-up form' },
];

/** Searches networks and kinds of block. A pasted address selects the right kind automatically. */
export function AddDialog({ open, onClose, blocks, onAdd }: AddDialogProps) {
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (open) field.current?.focus();
  }, [open]);
  const read = readAddress(typed);
  const words = typed.trim().toLowerCase();
  const used = new Set(blocks.map(({ block }) => block.type as string));
  const kinds = KINDS.filter(
    ({ kind, about, words: more }) =>
      `${nameOf(kind)} ${about} ${more}`.toLowerCase().includes(words) &&
      !((SINGLE_BLOCK_TYPES as readonly string[]).includes(kind) && used.has(kind)),
  );
  const networks = NETWORKS.filter(({ id }) => networkLabel(id).toLowerCase().includes(words));
  const pasted: Draftable | undefined =
    read &&
    (read.platform
      ? { type: 'network', platform: read.platform, username: read.username, url: read.url }
      : { type: 'link', title: read.title, url: read.url, image: null, emoji: null });

  function chooseFirst() {
    const [kind] = kinds;
    const [network] = networks;
    if (pasted) onAdd(pasted);
    // A name of a network is more exact than a word in a description.
    else if (network && words !== '' && (!kind || networkLabel(network.id).toLowerCase().startsWith(words))) {
      onAdd({ type: 'network', platform: network.id, username: '', url: '' });
    } else if (kind && words !== '') onAdd(emptyBlock(kind.kind));
  }

  return (
    <Dialog open={open} onClose={onClose} title="Add to your page">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          chooseFirst();
        }}
      >
        <Field label="Search, or paste an address">
          {(control) => (
            <div className="relative">
              <Search
                className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-soft"
                aria-hidden
              />
              <Input
                {...control}
                ref={field}
                type="search"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                placeholder="Instagram, video, https://..."
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                enterKeyHint="go"
                className="pl-10"
              />
            </div>
          )}
        </Field>
      </form>
      <div className="-mx-2 mt-3 h-[min(26rem,52dvh)] overflow-y-auto overscroll-contain px-2">
        <p role="status" className="sr-only">
          {words === '' ? '' : pasted ? 'Address recognised' : resultText(kinds.length + networks.length)}
        </p>
        {pasted && read && (
          <Group title="From this address">
            <Choice
              icon={read.platform ? <NetworkIcon id={read.platform} /> : <Link2 aria-hidden />}
              title={read.platform ? networkLabel(read.platform) : 'Link'}
              about={read.platform ? read.username || read.url : read.url}
              onChoose={() => onAdd(pasted)}
            />
          </Group>
        )}
        {!pasted && kinds.length > 0 && (
          <Group title="Blocks">
            {kinds.map(({ kind, about }) => (
              <Choice
                key={kind}
                icon={<KindIcon kind={kind} />}
                title={nameOf(kind)}
                about={about}
                onChoose={() => onAdd(emptyBlock(kind))}
              />
            ))}
          </Group>
        )}
        {!pasted && networks.length > 0 && (
          <Group title="Networks">
            {networks.map(({ id }) => (
              <Choice
                key={id}
                icon={<NetworkIcon id={id} />}
                title={networkLabel(id)}
                onChoose={() => onAdd({ type: 'network', platform: id, username: '', url: '' })}
              />
            ))}
          </Group>
        )}
        {!pasted && kinds.length + networks.length === 0 && (
          <p className="py-8 text-center text-soft">Nothing found. Paste the address of a page to add it as a link.</p>
        )}
      </div>
    </Dialog>
  );
}

function nameOf(kind: BlockKind): string {
  return (EMBED_KINDS as readonly string[]).includes(kind)
    ? EMBED_NAMES[kind as keyof typeof EMBED_NAMES]
    : BLOCK_NAMES[kind as keyof typeof BLOCK_NAMES];
}

function resultText(count: number): string {
  return count === 1 ? '1 result' : `${count} results`;
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-4" aria-label={title}>
      <h3 className="px-3 pb-1 text-xs font-semibold text-soft">{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

interface ChoiceProps {
  icon: ReactNode;
  title: string;
  about?: string;
  onChoose: () => void;
}

function Choice({ icon, title, about, onChoose }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="flex min-h-12 w-full items-center gap-3 rounded-control px-3 py-1.5 text-left transition-colors hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-muted [&_svg]:size-4.5">{icon}</span>
        <span className="min-w-0">
          <span className="block font-medium">{title}</span>
          {about && <span className="block truncate text-sm text-soft">{about}</span>}
        </span>
      </button>
    </li>
  );
}
