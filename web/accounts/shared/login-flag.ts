const FLAG = 'openLoginModal';

/** Asks the landing page for the sign-in dialog. False where storage is forbidden. */
export function setLoginFlag(storage: Pick<Storage, 'setItem'>): boolean {
  try {
    storage.setItem(FLAG, 'true');
    return true;
  } catch {
    return false;
  }
}

/** Whether an earlier screen asked for the sign-in dialog; takes the mark away. False where storage is forbidden. */
export function takeLoginFlag(storage: Pick<Storage, 'getItem' | 'removeItem'>): boolean {
  try {
    const flagged = storage.getItem(FLAG) === 'true';
    if (flagged) storage.removeItem(FLAG);
    return flagged;
  } catch {
    return false;
  }
}
