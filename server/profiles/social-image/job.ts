import type { PageRenderer, Site } from '../../../contract/documents.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import type { JobHandler } from '../../platform/jobs/jobs.ts';
import { announceObjects, keepObjects } from '../../platform/storage/deletion-queue.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { pictureObjects } from '../../uploads/shared/picture-objects.ts';
import { orderCards } from '../rules.ts';
import { CARD_DRAWING, cardHash, drawCard } from './draw.ts';
import { cardState, forgetOldCard, handlesWithoutCard, lockShown, replaceCard } from './store.ts';

export interface CardParts {
  db: Database;
  clock: Clock;
  storage: Storage;
  site: Site;
  renderer: Pick<PageRenderer, 'renderCardArt'>;
}

/** Cards that one sweep orders; the rest waits for the next. */
const A_SWEEP = 5000;

/** The job that draws a handle's sharing image, unless the one there is shows the same. The old one goes last. */
export function cardJob({ db, clock, storage, site, renderer }: CardParts): JobHandler {
  return async (payload) => {
    const { handleId } = payload as { handleId: number };
    const state = await cardState(db, handleId);
    if (!state) return;
    const picture = state.profile_picture ?? state.avatar_url;
    // None where the picture lies elsewhere.
    const portraitKey = pictureObjects(picture).at(1);
    const content = { ...state, picture: portraitKey ? picture : null };
    const forget = async (key: string | null) => {
      if (key === null) return;
      await storage.delete(key);
      await forgetOldCard(db, handleId);
    };
    // Left by a process that died in between.
    await forget(state.old_key);

    const hash = cardHash(content, site);
    if (state.content_hash === hash) return;
    const key = `cards/${handleId}-${hash}.png`;
    await announceObjects(db, [key], clock());
    const portrait = portraitKey ? await storage.get(portraitKey) : null;
    await storage.put(key, await drawCard(renderer, content, site, portrait), 'image/png');
    const old = await db.transaction().execute(async (trx) => {
      // Emptied or switched off while this was drawn: the object stays scheduled for deletion.
      if (!(await lockShown(trx, handleId))) return null;
      if (!(await keepObjects(trx, [key]))) throw new Error('the card was swept while it was drawn');
      return replaceCard(trx, handleId, { key, hash, drawing: CARD_DRAWING });
    });
    await forget(old);
  };
}

/** Orders the cards that are missing, or drawn by an older version of the drawing. */
export async function orderMissingCards(db: Database): Promise<void> {
  await orderCards(db, await handlesWithoutCard(db, CARD_DRAWING, A_SWEEP));
}
