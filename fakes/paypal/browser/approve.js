// Runs in the approval window: posts the result to the page that opened the window, then closes the window.
const result = document.querySelector('[data-said]');
if (result && window.opener) {
  const { order, said } = result.dataset;
  window.opener.postMessage({ from: 'paypal-emulator', order, said }, location.origin);
  window.close();
}
