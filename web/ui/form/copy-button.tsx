import { Check, Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { classNames } from '../class-names.ts';
import { Tooltip } from '../tooltip/tooltip.tsx';
import { copyText } from './copy-text.ts';

/** Copies a text and shows the result for two seconds. `label` names what is copied; `compact` fits into a line of text. */
export function CopyButton({ text, label, compact = false }: { text: string; label: string; compact?: boolean }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <>
      <Tooltip text={label}>
        <button
          type="button"
          aria-label={label}
          onClick={() => void copyText(text).then((copied) => setOutcome(copied ? 'copied' : 'failed'))}
          className={classNames(
            'grid size-11 shrink-0 place-items-center rounded-control text-soft transition-colors hover:bg-hover hover:text-text',
            compact && '-m-2 inline-grid align-middle pointer-fine:mx-0 pointer-fine:-my-1 pointer-fine:size-7',
          )}
        >
          {outcome === 'copied' && <Check className="size-4.5 text-success" aria-hidden />}
          {outcome === 'failed' && <X className="size-4.5 text-danger" aria-hidden />}
          {outcome === null && <Copy className="size-4.5" aria-hidden />}
        </button>
      </Tooltip>
      <span role="status" className="sr-only">
        {outcome === 'copied' && 'Copied'}
        {outcome === 'failed' && 'It could not be copied.'}
      </span>
    </>
  );
}
