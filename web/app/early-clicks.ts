declare global {
  interface Window {
    /** Buttons and links that were pressed before the app could take it: by a script in the head (public/assets/theme.js) and by app-needed.ts. */
    earlyClicks: HTMLElement[];
    keepClick?: (event: MouseEvent) => void;
    keepLink?: (event: MouseEvent) => void;
  }
}

/** Presses again what was pressed before the app was there. To be called once the app listens, or cannot be loaded. */
export function replayEarlyClicks(): void {
  if (window.keepClick) document.removeEventListener('click', window.keepClick, true);
  if (window.keepLink) document.removeEventListener('click', window.keepLink, true);
  for (const pressed of window.earlyClicks.splice(0)) pressed.click();
}
