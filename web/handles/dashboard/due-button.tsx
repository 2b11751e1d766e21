import { MailPlus, RotateCw, ShieldCheck, Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import type { Handle } from '../../../contract/handles/handles.ts';
import { pages } from '../../../contract/paths.ts';
import { Button } from '../../ui/form/button.tsx';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { useKeepHandle } from '../shared/give-up/give-up-query.ts';
import { dueAct } from './due-act.ts';

const STYLE = `${buttonStyle('brand')} w-full min-h-9! px-3.5! shadow-none! pointer-coarse:min-h-11!`;

/** The act that is due for a handle, in the colours of the brand; nothing if none is. `onOpen` opens its card. */
export function DueButton({ handle, open, onOpen }: { handle: Handle; open: boolean; onOpen: () => void }) {
  const act = dueAct(handle);
  if (act === null) return null;
  const of = <span className="sr-only"> of {handle.handle}</span>;
  if (act === 'keep') return <KeepButton handle={handle} />;
  if (act === 'renew') {
    // The card has the price and the button that pays.
    if (open) return null;
    return (
      <button type="button" onClick={onOpen} className={STYLE}>
        <RotateCw aria-hidden /> Renew{of}
      </button>
    );
  }
  return (
    <Link to={pages.manageEmail(handle.id)} className={STYLE}>
      {act === 'add-email' ? <MailPlus aria-hidden /> : <ShieldCheck aria-hidden />}
      {act === 'add-email' ? 'Add Email' : 'Verify'}
      {of}
    </Link>
  );
}

function KeepButton({ handle }: { handle: Handle }) {
  const keep = useKeepHandle(handle);
  return (
    <Button variant="brand" busy={keep.isPending} onClick={() => keep.mutate()} className={STYLE}>
      <Undo2 aria-hidden /> Keep it<span className="sr-only"> {handle.handle}</span>
    </Button>
  );
}
