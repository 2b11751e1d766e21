import { type LucideIcon, MailPlus, Pencil, RotateCw, Scale, ShieldCheck, Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import type { Handle } from '../../../contract/handles/handles.ts';
import { pages } from '../../../contract/paths.ts';
import { useKeepHandle } from '../../own-handles/give-up-query.ts';
import { mendOf } from '../../own-handles/mail-state/mend.ts';
import { Button } from '../../ui/form/button.tsx';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { type DueAct, dueAct } from './due-act.ts';

const LINKS: Record<Exclude<DueAct, 'keep' | 'renew'>, { Icon: LucideIcon; label: string; detail?: string }> = {
  appeal: { Icon: Scale, label: 'Appeal', detail: 'against the suspension' },
  'add-email': { Icon: MailPlus, label: 'Add Email' },
  verify: { Icon: ShieldCheck, label: 'Verify' },
  'change-email': { Icon: Pencil, label: 'Change', detail: 'the inbox' },
};
const STYLE = `${buttonStyle('brand')} w-full min-h-9! px-3.5! shadow-none! pointer-coarse:min-h-11!`;

/**
 * The button for the action that is due for a handle. Renders nothing if nothing is due. `onOpen` opens the handle's
 * card.
 */
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
  const { Icon, label, detail } = LINKS[act];
  return (
    <Link to={(act === 'appeal' && mendOf(handle)?.to) || pages.manageEmail(handle.id)} className={STYLE}>
      <Icon aria-hidden /> {label}
      {detail && <span className="sr-only"> {detail}</span>}
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
