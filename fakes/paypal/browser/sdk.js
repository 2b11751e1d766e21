// Replaces PayPal's JavaScript SDK v6 in local mode and tests: the same API, with the approval window of the emulator.
(() => {
  const WINDOW = 'popup,width=480,height=720';
  const address = (orderId) => `/dev/paypal/approve?token=${encodeURIComponent(orderId)}`;

  /** Resolves with the result of the approval window; closing the window cancels the payment. */
  function resultFromPopup(popup, orderId) {
    return new Promise((resolve) => {
      const finish = (result) => {
        removeEventListener('message', onMessage);
        clearInterval(watch);
        resolve(result);
      };
      const onMessage = ({ origin, data }) => {
        if (origin === location.origin && data?.from === 'paypal-emulator' && data.order === orderId)
          finish(data.decision);
      };
      addEventListener('message', onMessage);
      const watch = setInterval(() => popup.closed && setTimeout(() => finish('cancelled'), 300), 300);
    });
  }

  /** Resolves with the result of a dialog in the page, for browsers that block the window. */
  function resultFromDialog(orderId) {
    return new Promise((resolve) => {
      const dialog = document.createElement('dialog');
      const notice = document.createElement('p');
      notice.textContent = 'This is not PayPal. No money is transferred.';
      dialog.append(notice);
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
        // Browsers open a window only during a user gesture, so it opens before the order id is known.
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
          const result = await (popup ? resultFromPopup(popup, orderId) : resultFromDialog(orderId));
          if (result === 'approved') await onApprove?.({ orderId, payerId: 'EMULATEDPAYER' });
          else await onCancel?.({ orderId });
          onComplete?.({ paymentSessionState: result === 'approved' ? 'approved' : 'canceled' });
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
