import { CircleAlert, CircleCheck, Eye, Redo2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { THEMES } from '../../contract/profiles/themes.ts';
import { OutboxHint } from '../accounts/shared/outbox-hint.tsx';
import { useSingleAction } from '../api/use-action.ts';
import type { EditorTab } from '../own-handles/tabs/tabs.ts';
import { Button } from '../ui/form/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Tooltip } from '../ui/tooltip/tooltip.tsx';
import type { Part } from './shared/draft.ts';
import { useEditor } from './shared/editor-context.ts';

interface EditorBarProps {
  tab: EditorTab;
  /** The form that the button submits; undefined if the tab has none. */
  formId: string | undefined;
  /** Undefined if the page is shown beside the form. */
  onPreview: (() => void) | undefined;
}

/**
 * The bar at the bottom of all tabs: the state of saving, undo and redo, the preview on narrow screens, and the save
 * button.
 */
export function EditorBar({ tab, formId, onPreview }: EditorBarProps) {
  const { store, saves, draft, saving } = useEditor();
  const single = useSingleAction();
  const isUnsaved = store.unsaved().length > 0;
  const isBusy = saving.size > 0;
  const hasButton = tab === 'look' || tab === 'details' || isUnsaved;
  // Actions on the Mail tab do not change the page.
  const hasStatus = tab !== 'mail' || isUnsaved;
  if (!hasStatus && !onPreview) return null;
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-6 border-t border-border bg-background/92 px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] backdrop-blur-md sm:mx-0 sm:rounded-t-card sm:border-x sm:px-4">
      {hasStatus && (
        <div className="flex min-h-11 items-center gap-1">
          <div className="min-w-0 flex-1 text-sm">
            <Status tab={tab} isUnsaved={isUnsaved} isBusy={isBusy} />
          </div>
          <HistoryButtons />
          {hasButton && !onPreview && <div className="ml-2">{saveButton()}</div>}
        </div>
      )}
      {onPreview && (
        <div className="flex gap-2.5 not-first:mt-1">
          <Button variant="secondary" size="large" onClick={onPreview} className={hasButton ? 'px-4!' : 'w-full'}>
            <Eye aria-hidden /> Preview
          </Button>
          {hasButton && saveButton('large')}
        </div>
      )}
    </div>
  );

  /** Throws if something is still unsaved, so that the button can be pressed again. */
  async function saveAll(always?: Part) {
    await saves.save(always);
    if (store.unsaved().length > 0) throw new Error('Not everything was saved');
  }

  function saveButton(size: 'regular' | 'large' = 'regular'): ReactNode {
    const isLook = tab === 'look';
    return (
      <Button
        variant="brand"
        size={size}
        busy={isLook ? saving.has('look') : isBusy}
        {...(isLook ? { busyLabel: 'Saving Template...' } : {})}
        {...(formId
          ? { type: 'submit', form: formId }
          : { onClick: () => single(() => saveAll(isLook ? 'look' : undefined), draft.template) })}
        className="min-w-0 px-4! leading-tight max-lg:flex-1 max-lg:whitespace-normal! max-sm:px-2.5! max-sm:text-sm!"
      >
        {isLook ? `Save ${THEMES[draft.template].name} Theme` : 'Save All Changes'}
      </Button>
    );
  }
}

function Status({ tab, isUnsaved, isBusy }: { tab: EditorTab; isUnsaved: boolean; isBusy: boolean }) {
  const { result, base } = useEditor();
  const theme = THEMES[base.look.template as keyof typeof THEMES] ?? THEMES.neon;
  // Changes made during a save are not part of it.
  const isOutdated = result?.tone === 'success' && isUnsaved;
  const idle = `All changes are live.${tab === 'look' ? ` Your page uses ${theme.name}.` : ''}`;
  return (
    <>
      <div role="status">
        {result?.tone === 'success' && !isOutdated && (
          <Line icon={<CircleCheck className="text-success" aria-hidden />} className="font-medium text-success">
            {result.message}
          </Line>
        )}
        {(!result || isOutdated) && isBusy && (
          <Line icon={<Spinner />} className="text-soft">
            Saving...
          </Line>
        )}
        {(!result || isOutdated) && !isBusy && isUnsaved && (
          <Line icon={<CircleAlert className="text-warning" aria-hidden />} className="text-soft">
            There are unsaved changes.
          </Line>
        )}
        {!result && !isBusy && !isUnsaved && (
          <Line icon={<CircleCheck className="text-success" aria-hidden />} className="text-soft">
            {idle}
          </Line>
        )}
      </div>
      {result?.tone === 'error' && (
        <Line role="alert" icon={<CircleAlert aria-hidden />} className="font-medium text-danger">
          {result.message}
        </Line>
      )}
      {result?.emailSent && <OutboxHint />}
    </>
  );
}

interface LineProps {
  icon: ReactNode;
  className: string;
  role?: 'alert';
  children: ReactNode;
}

function Line({ icon, className, children, ...rest }: LineProps) {
  return (
    <p
      {...rest}
      className={`flex items-start gap-1.5 wrap-anywhere ${className} [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0`}
    >
      {icon}
      {children}
    </p>
  );
}

function HistoryButtons() {
  const { store, saves, history } = useEditor();
  const step = (act: 'undo' | 'redo') => {
    store[act]();
    void saves.saveBlocks();
  };
  return (
    <>
      <StepButton label="Undo" isPossible={history.past.length > 0} onClick={() => step('undo')}>
        <Undo2 aria-hidden />
      </StepButton>
      <StepButton label="Redo" isPossible={history.future.length > 0} onClick={() => step('redo')}>
        <Redo2 aria-hidden />
      </StepButton>
    </>
  );
}

interface StepButtonProps {
  label: string;
  /** An impossible step is still focusable, so that keyboard users keep their place. */
  isPossible: boolean;
  onClick: () => void;
  children: ReactNode;
}

function StepButton({ label, isPossible, onClick, children }: StepButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        aria-disabled={!isPossible || undefined}
        onClick={isPossible ? onClick : undefined}
        className="grid size-11 shrink-0 place-items-center rounded-control text-soft transition-colors hover:bg-hover hover:text-text aria-disabled:opacity-40 [&_svg]:size-5"
      >
        {children}
      </button>
    </Tooltip>
  );
}
