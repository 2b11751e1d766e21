import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { copyText } from '../../ui/form/copy-text.ts';
import { toast, toastError } from '../../ui/toast/toast-store.ts';

const COPIED_MS = 2000;

/** The address of a page, in full, with the button that copies it. */
export function ShareAddress({ url }: { url: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-control border border-border bg-muted/60 p-1.5 sm:ps-3.5">
      <span dir="ltr" className="min-w-0 flex-1 basis-40 py-1.5 font-medium wrap-anywhere max-sm:ps-2">
        {url.replace(/^https?:\/\//, '')}
      </span>
      <button
        type="button"
        onClick={() => void copyAddress(url).then(setCopied)}
        className={`${buttonStyle('primary')} min-w-32 max-sm:w-full`}
      >
        {copied ? <Check aria-hidden /> : <Copy aria-hidden />} {copied ? 'Copied' : 'Copy link'}
      </button>
      <span role="status" className="sr-only">
        {copied && 'Link copied'}
      </span>
    </div>
  );
}

/** Opens the share sheet of the system; copies the address if that fails. */
export async function shareAddress(url: string): Promise<void> {
  try {
    await navigator.share({ url });
  } catch (error) {
    // The user closed the share sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    if (await copyAddress(url)) toast({ title: 'Link copied', description: url });
  }
}

async function copyAddress(url: string): Promise<boolean> {
  const copied = await copyText(url);
  if (!copied) toastError('The link could not be copied', url);
  return copied;
}
