import { type ReactNode, useId, useState } from 'react';
import { type Block, MAX_BLOCKS } from '../../../../contract/blocks/blocks.ts';
import { ApiError } from '../../../api/error.ts';
import { isSessionExpired, useSingleAction } from '../../../api/use-action.ts';
import { VersionConflict } from '../../../api/versioned-save.ts';
import { DialogActions } from '../../../ui/dialog/dialog.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { blockErrorsOf } from '../../shared/block-errors.ts';
import type { DraftBlock } from '../../shared/draft.ts';
import { useEditor } from '../../shared/editor-context.ts';
import { BlockIcon } from '../block-icon.tsx';
import { blockTitle } from '../shared/block-title.ts';
import type { ReadPage } from './read-page.ts';

/** Limits of the fields of a profile (contract/text.ts). */
const NAME_MAX = 80;
const BIO_MAX = 500;

interface ChooseStepProps {
  page: ReadPage;
  onBack: () => void;
  /** Called with the number of blocks once they are on the page. */
  onTaken: (count: number) => void;
}

/** Lists everything that was found with checkboxes, and saves the chosen items in one request. */
export function ChooseStep({ page, onBack, onTaken }: ChooseStepProps) {
  const { draft, store, saves } = useEditor();
  const single = useSingleAction();
  const room = MAX_BLOCKS - draft.blocks.length;
  const [items] = useState(() => draftsOf(page, draft.blocks, () => store.newKey()));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        items
          .filter(({ isKnown }) => !isKnown)
          .slice(0, room)
          .map(({ key }) => key),
      ),
  );
  const name = [...page.name].slice(0, NAME_MAX).join('');
  const bio = [...page.bio].slice(0, BIO_MAX).join('').trim();
  const [takesName, setTakesName] = useState(draft.details.displayName.trim() === '');
  const [takesBio, setTakesBio] = useState(draft.details.bio.trim() === '');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const changesDetails = (name !== '' && takesName) || (bio !== '' && takesBio);

  function toggle(key: string, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(key);
    else next.delete(key);
    setChosen(next);
    setProblem(undefined);
  }

  async function take(): Promise<void> {
    const added: DraftBlock[] = items.filter(({ key }) => chosen.has(key)).map(({ key, block }) => ({ key, block }));
    let wanted: readonly DraftBlock[] = [];
    setBusy(true);
    setErrors({});
    try {
      if (added.length > 0) {
        await saves.tryBlocks('import', (blocks) => {
          wanted = [...blocks, ...added];
          return wanted;
        });
      }
      if (changesDetails) {
        const { details } = store.current().draft;
        store.edit('import', {
          details: { ...details, ...(takesName && name && { displayName: name }), ...(takesBio && bio && { bio }) },
        });
        await saves.save('details');
      }
      onTaken(added.length);
    } catch (error) {
      // A conflict opens its own dialog.
      if (error instanceof VersionConflict) onBack();
      else if (!isSessionExpired(error)) showFailure(error, blockErrorsOf(error, wanted));
      throw error;
    } finally {
      setBusy(false);
    }
  }

  function showFailure(error: unknown, found: ReturnType<typeof blockErrorsOf>) {
    const mine = Object.entries(found).map(([key, fields]) => [key, Object.values(fields)[0] ?? ''] as const);
    setErrors(Object.fromEntries(mine));
    if (mine.length > 0) return setProblem('Some links cannot be imported. Please leave them out and try again.');
    const reason = error instanceof ApiError && error.status < 500 ? error.serverMessage : undefined;
    setProblem(reason ?? 'Nothing was imported. Please try again.');
  }

  const count = chosen.size;
  return (
    <>
      <div className="mb-3 flex items-center justify-between gap-3 text-sm">
        <p role="status" className="text-soft">
          {count} of {items.length} chosen{room < items.length ? `, your page has room for ${room}` : ''}
        </p>
        <Button
          variant="ghost"
          onClick={() => setChosen(count > 0 ? new Set() : new Set(items.slice(0, room).map(({ key }) => key)))}
        >
          {count > 0 ? 'Choose none' : 'Choose all'}
        </Button>
      </div>
      <ul className="-mx-2 grid max-h-[46dvh] grid-cols-1 gap-1 overflow-y-auto overscroll-contain px-2 py-1">
        {name !== '' && <Row checked={takesName} onChange={setTakesName} title={name} about="The name of your page" />}
        {bio !== '' && <Row checked={takesBio} onChange={setTakesBio} title={bio} about="The text below your name" />}
        {items.map(({ key, block, isKnown }) => (
          <Row
            key={key}
            checked={chosen.has(key)}
            onChange={(isChosen) => toggle(key, isChosen)}
            disabled={!chosen.has(key) && count >= room}
            icon={<BlockIcon block={block} />}
            title={blockTitle(block).title}
            about={isKnown ? 'Already on your page' : blockTitle(block).address}
            error={errors[key]}
          />
        ))}
      </ul>
      <p role="alert" className="mt-3 text-sm text-danger empty:hidden">
        {problem}
      </p>
      <DialogActions>
        <Button variant="ghost" onClick={onBack}>
          Back
        </Button>
        <Button
          variant="brand"
          busy={busy}
          disabled={count === 0 && !changesDetails}
          onClick={() => void single(take, [...chosen].join())}
        >
          {count === 0 ? 'Import' : `Import ${count}`}
        </Button>
      </DialogActions>
    </>
  );
}

interface Item extends DraftBlock {
  /** A link with this address, or a heading with this text, is already on the page. */
  isKnown: boolean;
}

function draftsOf({ found }: ReadPage, blocks: readonly DraftBlock[], newKey: () => string): Item[] {
  const known = new Set(
    blocks.flatMap(({ block }) => ('url' in block ? [block.url] : 'text' in block ? [block.text] : [])),
  );
  const usual = { hidden: false, featured: false, from: null, until: null };
  return found.map((one) => ({
    key: newKey(),
    block: { ...usual, ...(one.type === 'link' && { image: null, emoji: null }), ...one } as Block,
    isKnown: known.has(one.type === 'heading' ? one.text : (one.url ?? '')),
  }));
}

interface RowProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  icon?: ReactNode;
  title: string;
  about: string;
  error?: string | undefined;
}

function Row({ checked, onChange, disabled = false, icon, title, about, error }: RowProps) {
  const id = useId();
  return (
    <li>
      <label
        htmlFor={id}
        className="flex min-h-12 items-center gap-3 rounded-control px-2 py-1.5 transition-colors hover:bg-hover has-disabled:opacity-60"
      >
        <input
          id={id}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          aria-describedby={error ? `${id}-error` : undefined}
          className="size-5 shrink-0 accent-(--accent)"
        />
        {icon}
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 font-medium break-words" dir="auto">
            {title}
          </span>
          <span className="block truncate text-sm text-soft">{about}</span>
          {error && (
            <span id={`${id}-error`} className="block text-sm text-danger">
              {error}
            </span>
          )}
        </span>
      </label>
    </li>
  );
}
