import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Tooltip } from './tooltip.tsx';

/** Copies a text and says so for two seconds. `label` names what is copied. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <Tooltip words={label}>
        <button
          type="button"
          aria-label={label}
          onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
          className="grid size-11 shrink-0 place-items-center rounded-control text-soft transition-colors hover:bg-hover hover:text-text"
        >
          {copied ? <Check className="size-4.5 text-success" aria-hidden /> : <Copy className="size-4.5" aria-hidden />}
        </button>
      </Tooltip>
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </>
  );
}
