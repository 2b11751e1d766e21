// Runs before the first paint, so that nobody who chose the dark theme sees a white flash.
try {
  if (localStorage.getItem('theme') === 'dark') document.documentElement.classList.add('dark');
} catch {
  // Storage may be forbidden; the page is light then.
}
// Presses of buttons that come before the app is there are kept for it (web/app/early-clicks.ts).
window.earlyClicks = [];
window.keepClick = (event) => {
  const button = event.target.closest?.('button[type="button"]');
  if (button) window.earlyClicks.push(button);
};
document.addEventListener('click', window.keepClick, true);
