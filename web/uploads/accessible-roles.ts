/** Gives roles to what Uppy leaves without: a name needs a role, and an item a list. Holds until the observer is disconnected. */
export function addMissingRoles(element: HTMLElement): MutationObserver {
  const mend = () => {
    element.querySelector('.uppy-Dashboard')?.setAttribute('role', 'group');
    element.querySelector('.uppy-Dashboard-files')?.setAttribute('role', 'list');
  };
  const observer = new MutationObserver(mend);
  observer.observe(element, { childList: true, subtree: true });
  mend();
  return observer;
}
