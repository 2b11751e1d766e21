declare global {
  interface Window {
    /** Buttons that were pressed before the app could take it, by a script in the head (public/assets/theme.js). */
    earlyClicks: HTMLButtonElement[];
    keepClick?: (event: Event) => void;
  }
}

/** Presses again what was pressed before the app was there. To be called once the app listens. */
export function repeatEarlyClicks(): void {
  if (window.keepClick) document.removeEventListener('click', window.keepClick, true);
  for (const button of window.earlyClicks.splice(0)) button.click();
}
