// The window in which a payment is approved: tells the page that opened it, then closes.
const said = document.querySelector('[data-said]');
if (said && window.opener) {
  const { order, said: what } = said.dataset;
  window.opener.postMessage({ from: 'paypal-emulator', order, said: what }, location.origin);
  window.close();
}
