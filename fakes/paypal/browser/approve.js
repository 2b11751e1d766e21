// Runs in the approval window: posts the result to the page that opened the window, then closes the window.
const result = document.querySelector('[data-decision]');
if (result && window.opener) {
  const { order, decision } = result.dataset;
  window.opener.postMessage({ from: 'paypal-emulator', order, decision }, location.origin);
  window.close();
}
