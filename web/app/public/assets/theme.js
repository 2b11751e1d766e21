// Runs before the first paint, so that nobody who chose the dark theme sees a white flash.
try {
  if (localStorage.getItem('theme') === 'dark') document.documentElement.classList.add('dark');
} catch {
  // Storage may be forbidden; the page is light then.
}
