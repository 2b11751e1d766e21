// Stands in for PayPal's web SDK, version 6, in local mode and tests: the same names, a window of our own.
(() => {
  const WINDOW = 'popup,width=480,height=720';
  const address = (orderId) => `/dev/paypal/approve?token=${encodeURIComponent(orderId)}`;

  /** Waits for what the person says in the window; closing it is cancelling. */
  function answerFrom(popup, orderId) {
    return new Promise((resolve) => {
      const done = (said) => {
        removeEventListener('message', hear);
        clearInterval(watch);
        resolve(said);
      };
      const hear = ({ origin, data }) => {
        if (origin === location.origin && data?.from === 'paypal-emulator' && data.order === orderId) done(data.said);
      };
      addEventListener('message', hear);
      const watch = setInterval(() => popup.closed && setTimeout(() => done('cancelled'), 300), 300);
    });
  }

  /** The same in the page itself, where no window could be opened. */
  function answerInPage(orderId) {
    return new Promise((resolve) => {
      const dialog = document.createElement('dialog');
      const words = document.createElement('p');
      words.textContent = 'This is not PayPal. No money moves, whatever you press.';
      dialog.append(words);
      for (const [act, label] of [
        ['approve', 'Approve the payment'],
        ['cancel', 'Cancel'],
      ]) {
        const button = document.createElement('button');
        button.textContent = label;
        button.onclick = async () => {
          await fetch('/dev/paypal/approve', { method: 'POST', body: new URLSearchParams({ token: orderId, act }) });
          dialog.close(act === 'approve' ? 'approved' : 'cancelled');
        };
        dialog.append(button);
      }
      dialog.onclose = () => {
        dialog.remove();
        resolve(dialog.returnValue || 'cancelled');
      };
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  function paymentSession({ onApprove, onCancel, onError, onComplete }) {
    let popup;
    return {
      async start({ presentationMode = 'auto' } = {}, orderPromise) {
        // At once, while the click still counts; where it leads is known later.
        popup = presentationMode === 'modal' ? null : window.open('', '_blank', WINDOW);
        if (!popup && presentationMode === 'popup') {
          throw Object.assign(new Error('The window was blocked.'), {
            code: 'ERR_DEV_UNABLE_TO_OPEN_POPUP',
            isRecoverable: true,
          });
        }
        try {
          const { orderId } = await orderPromise;
          if (popup) popup.location.href = address(orderId);
          const said = await (popup ? answerFrom(popup, orderId) : answerInPage(orderId));
          if (said === 'approved') await onApprove?.({ orderId, payerId: 'EMULATEDPAYER' });
          else await onCancel?.({ orderId });
          onComplete?.({ paymentSessionState: said === 'approved' ? 'approved' : 'canceled' });
        } catch (error) {
          popup?.close();
          const failure = error instanceof Error ? error : new Error(String(error));
          onError?.(Object.assign(failure, { code: failure.code ?? 'ERR_INTERNAL', isRecoverable: false }));
        }
      },
      cancel: () => popup?.close(),
      destroy: () => popup?.close(),
    };
  }

  window.paypal = {
    version: '6.0.0-emulator',
    async createInstance({ clientToken, clientId, components }) {
      if (Boolean(clientToken) === Boolean(clientId)) throw new Error('exactly one of clientToken and clientId');
      if (!components?.includes('paypal-payments')) throw new Error('components must name paypal-payments');
      return {
        findEligibleMethods: async () => ({ isEligible: (method) => method === 'paypal' }),
        createPayPalOneTimePaymentSession: paymentSession,
      };
    },
  };
})();
