import { type ReactNode, useEffect, useState } from 'react';
import type { FirstRunRequest } from '../../../contract/dashboard/dashboard.ts';
import type { Handle } from '../../../contract/handles/handles.ts';
import { useOwnAddress } from '../../accounts/shared/own-address.ts';
import { useSite } from '../../api/site.ts';
import { useOwnInbox } from '../../forwarding/shared/own-inbox.ts';
import { toast, toastError } from '../../ui/toast/toast-store.ts';
import { FirstRunCard } from './first-run-card.tsx';
import { firstRunSteps } from './first-run-steps.ts';
import type { FiguresOf } from './handle-figures.ts';

export interface FirstRunAccount {
  /** The state of the account; undefined once the first run has ended. */
  state: 'new' | 'open' | undefined;
  advance: (state: FirstRunRequest['state']) => Promise<void>;
  /** A small view of a handle's page. */
  smallPage: (handle: Handle) => ReactNode;
}

/** Returns the handle that the first run is about: the first one that the user owns, if it is active. */
export function firstRunHandle({ state }: FirstRunAccount, handles: readonly Handle[] | undefined): Handle | undefined {
  if (state === undefined) return undefined;
  const own = handles?.find(({ role }) => role === 'owner');
  return own?.status === 'active' ? own : undefined;
}

interface FirstRunProps {
  account: FirstRunAccount;
  handle: Handle;
  figuresOf: FiguresOf;
}

/**
 * The card of the first run. It celebrates a new handle once, and disappears when all steps are done or the user hides
 * it.
 */
export function FirstRun({ account: { state, advance, smallPage }, handle, figuresOf }: FirstRunProps) {
  const { mailDomain, commonFeatures } = useSite();
  const [celebrates] = useState(state === 'new');
  const figures = figuresOf(handle.id);
  // The card appears immediately. If it waited for the figures, it would push the rows down.
  const steps = firstRunSteps(handle, figures, `${handle.handle}@${mailDomain}`, commonFeatures);
  const isDone = steps.every(({ done }) => done);
  const own = useOwnAddress();
  const take = useOwnInbox();
  const isComplete = isDone && figures !== undefined;

  useEffect(() => {
    // Not stored: it celebrates again on the next visit.
    if (state === 'new') void advance('open').catch(() => {});
  }, [state, advance]);
  useEffect(() => {
    if (!isComplete) return;
    toast({ title: 'All set!', description: 'Your page and your address work. Time to share them.' });
    void advance('ended').catch(() => {});
  }, [isComplete, advance]);

  async function dismiss() {
    // The focus would be lost with the card.
    document.getElementById('main')?.focus({ preventScroll: true });
    await advance('ended').catch(() => {
      toastError('Not saved', 'The steps will be back on your next visit.');
    });
  }

  if (isDone) return null;
  return (
    <FirstRunCard
      steps={steps}
      celebrates={celebrates}
      page={smallPage(handle)}
      onDismiss={() => void dismiss()}
      ownInbox={
        own === undefined
          ? undefined
          : { address: own, busy: take.isPending, onTake: () => take.mutate({ handle, address: own }) }
      }
    />
  );
}
