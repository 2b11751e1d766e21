const FLAG = 'openLoginModal';

/** Makes the landing page open the sign-in dialog. Returns false if the browser blocks storage. */
export function setLoginFlag(storage: Pick<Storage, 'setItem'>): boolean {
  try {
    storage.setItem(FLAG, 'true');
    return true;
  } catch {
    return false;
  }
}

/** Returns whether setLoginFlag was called before, and removes the flag. Returns false if the browser blocks storage. */
export function consumeLoginFlag(storage: Pick<Storage, 'getItem' | 'removeItem'>): boolean {
  try {
    const flagged = storage.getItem(FLAG) === 'true';
    if (flagged) storage.removeItem(FLAG);
    return flagged;
  } catch {
    return false;
  }
}
