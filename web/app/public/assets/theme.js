// Runs before the first paint, so that the dark theme shows no white flash.
try {
  if (localStorage.getItem('theme') === 'dark') document.documentElement.classList.add('dark');
} catch {
  // The browser blocks storage: the theme stays light.
}
// Records button clicks before hydration; web/app/early-clicks.ts repeats them.
window.earlyClicks = [];
window.recordEarlyClick = (event) => {
  const button = event.target.closest?.('button[type="button"]');
  if (button) window.earlyClicks.push(button);
};
document.addEventListener('click', window.recordEarlyClick, true);
