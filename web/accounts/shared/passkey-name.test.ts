import { expect, it } from 'vitest';
import { passkeyName } from './passkey-name.ts';

/** Authenticator data of 37 bytes, the AAGUID, and some bytes of the credential. */
function authenticatorData(aaguid: string): string {
  return Buffer.concat([Buffer.alloc(37, 0xfb), Buffer.from(aaguid, 'hex'), Buffer.alloc(20, 0xff)]).toString(
    'base64url',
  );
}

it('names a passkey after the password manager that holds it', () => {
  const response = { authenticatorData: authenticatorData('bada5566a7aa401fbd9645619a55120d') };
  expect(passkeyName({ authenticatorAttachment: 'platform', response })).toBe('1Password');
  expect(passkeyName({ authenticatorAttachment: 'cross-platform', response })).toBe('1Password');
});

it('names a passkey of an unknown authenticator after its connection', () => {
  const unknown = authenticatorData('00000000000000000000000000000000');
  const name = (authenticatorAttachment: string | null, transports?: string[]) =>
    passkeyName({ authenticatorAttachment, response: { authenticatorData: unknown, transports } });
  expect(name('cross-platform', ['usb', 'nfc'])).toBe('Security key');
  expect(name('cross-platform', ['hybrid', 'internal'])).toBe('Phone or tablet');
  expect(name('cross-platform')).toBe('Security key');
});

it('leaves the name of a passkey on this device to the server', () => {
  expect(passkeyName({ authenticatorAttachment: 'platform', response: {} })).toBeUndefined();
  expect(passkeyName({ response: { authenticatorData: '' } })).toBeUndefined();
});
