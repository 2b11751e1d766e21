import type { PageRenderer, Site } from '../../contract/documents.ts';
import type { Database } from '../plumbing/database.ts';
import type { JobHandler } from '../plumbing/jobs.ts';
import type { Storage } from '../plumbing/storage.ts';
import { CARD_DRAWING, cardHash, drawCard } from './card.ts';
import { cardState, forgetOldCard, handlesWithoutCard, replaceCard } from './card-store.ts';
import { orderCards } from './rules.ts';

export interface CardParts {
  db: Database;
  storage: Storage;
  site: Site;
  renderer: Pick<PageRenderer, 'renderCardArt'>;
}

/** Cards that one sweep orders; the rest waits for the next. */
const A_SWEEP = 5000;

/** The job that draws a handle's sharing image, unless the one there is shows the same. The old one goes last. */
export function cardJob({ db, storage, site, renderer }: CardParts): JobHandler {
  return async (payload) => {
    const { handleId } = payload as { handleId: number };
    const state = await cardState(db, handleId);
    if (!state) return;
    const forget = async (key: string | null) => {
      if (key === null) return;
      await storage.delete(key);
      await forgetOldCard(db, handleId);
    };
    // Left by a process that died in between.
    await forget(state.old_key);

    const hash = cardHash(state, site);
    if (state.content_hash === hash) return;
    const key = `cards/${handleId}-${hash}.png`;
    await storage.put(key, await drawCard(renderer, state, site), 'image/png');
    await forget(await replaceCard(db, handleId, { key, hash, drawing: CARD_DRAWING }));
  };
}

/** Orders the cards that are missing, or drawn by an older version of the drawing. */
export async function orderMissingCards(db: Database): Promise<void> {
  await orderCards(db, await handlesWithoutCard(db, CARD_DRAWING, A_SWEEP));
}
