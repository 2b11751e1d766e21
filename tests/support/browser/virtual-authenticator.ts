import type { Page } from '@playwright/test';

/**
 * Gives a page an authenticator that is built into the device, stores passkeys, and verifies its user without asking. Returns a
 * function that makes the user confirm (true) or refuse (false) from then on.
 */
export async function addAuthenticator(page: Page): Promise<(isUserVerified: boolean) => Promise<void>> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async (isUserVerified) => {
    await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  };
}
