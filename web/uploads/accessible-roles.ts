/** Adds the ARIA roles that Uppy's named group and list items lack, until the returned observer is disconnected. */
export function addMissingRoles(element: HTMLElement): MutationObserver {
  const setRoles = () => {
    element.querySelector('.uppy-Dashboard')?.setAttribute('role', 'group');
    element.querySelector('.uppy-Dashboard-files')?.setAttribute('role', 'list');
  };
  const observer = new MutationObserver(setRoles);
  observer.observe(element, { childList: true, subtree: true });
  setRoles();
  return observer;
}
