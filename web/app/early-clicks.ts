declare global {
  interface Window {
    /** Buttons and links clicked before hydration, recorded by public/assets/theme.js and load-on-intent.ts. */
    earlyClicks: HTMLElement[];
    recordEarlyClick?: (event: MouseEvent) => void;
    recordEarlyLink?: (event: MouseEvent) => void;
  }
}

/** Repeats the clicks made before hydration. Call it once the app handles events, or when it cannot be loaded. */
export function replayEarlyClicks(): void {
  if (window.recordEarlyClick) document.removeEventListener('click', window.recordEarlyClick, true);
  if (window.recordEarlyLink) document.removeEventListener('click', window.recordEarlyLink, true);
  for (const element of window.earlyClicks.splice(0)) element.click();
}
