import { describe, expect, it } from 'vitest';
import { type UploadTicket, uploadAddresses } from './signed-address.ts';

const ORIGIN = 'https://np.test';
const [SECRET, NEWER] = [
  'a secret of at least thirty-two characters',
  'another secret of more than thirty-two letters',
];
const addresses = uploadAddresses(ORIGIN, [SECRET]);
const ticket: UploadTicket = { id: 'aB3-_', owner: 7, kind: 'block', expires: new Date('2026-11-25T12:00:00Z') };
const bound: UploadTicket = { ...ticket, handleId: 9, type: 'image/png', length: 1234 };
const pathOf = (address: string) => addresses.pathOf(address) ?? '';
const path = pathOf(addresses.write(bound));

describe('upload addresses', () => {
  it('stay valid after an upgrade', () => {
    expect(path).toMatch(/&signature=9LF_Po5q9Y3Jp5T4e8TLRbz0JmX43x5AUYMVq4A-xds$/);
  });

  it.each([
    ['for a picture of an account', ticket],
    ['for a picture of a handle, bound to a type and a length', bound],
    ['with an id of 64 characters', { ...ticket, id: 'x'.repeat(64) }],
  ])('gives back what was signed, %s', (_what, signed) => {
    const address = addresses.write(signed);
    expect(address.startsWith(`${ORIGIN}/media/uploads/${signed.id}?`)).toBe(true);
    expect(addresses.read(pathOf(address))).toEqual(signed);
  });

  it('states only the parameters that were signed', () => {
    const parameters = (signed: UploadTicket) => [...new URL(addresses.write(signed)).searchParams.keys()].join(' ');
    expect(parameters(ticket)).toBe('owner kind expires signature');
    expect(parameters(bound)).toBe('owner kind expires handle type length signature');
  });

  it.each([
    ['another id', path.replace('aB3', 'aB4')],
    ['another owner', path.replace('owner=7', 'owner=8')],
    ['another handle', path.replace('handle=9', 'handle=8')],
    ['a later end', path.replace('expires=1', 'expires=2')],
    ['a parameter more', path.replace('&signature', '&length=9&signature')],
    ['a parameter less', path.replace('&length=1234', '')],
    ['another signature', path.replace(/signature=.*/, `signature=${'A'.repeat(43)}`)],
    ['no signature', path.replace(/&signature=.*/, '')],
    ['text before it', `/x${path}`],
    ['text after it', `${path}x`],
    ['another folder', path.replace('uploads', 'upload')],
    ['nothing', ''],
  ])('refuses an address with %s', (_what, changed) => {
    expect(addresses.read(path)).not.toBeNull();
    expect(addresses.read(changed)).toBeNull();
  });

  it('refuses a signed address of an unknown kind of picture, and one with too long an id', () => {
    for (const changes of [{ kind: 'other' as never }, { id: 'x'.repeat(65) }, { id: '' }]) {
      expect(addresses.read(pathOf(addresses.write({ ...ticket, ...changes })))).toBeNull();
    }
  });

  it('signs with the first secret and verifies with all of them', () => {
    const rotated = uploadAddresses(ORIGIN, [NEWER, SECRET]);
    expect(rotated.read(path)).toEqual(bound);
    expect(addresses.read(pathOf(rotated.write(bound)))).toBeNull();
    expect(uploadAddresses(ORIGIN, [NEWER]).read(path)).toBeNull();
  });

  it.each([
    ['another site', 'https://evil.test/media/uploads/x'],
    ['another folder', `${ORIGIN}/media/avatar-x`],
    ['a path alone', '/media/uploads/x'],
  ])('has no path for an address of %s', (_what, address) => {
    expect(addresses.pathOf(address)).toBeNull();
    expect(addresses.pathOf(`${ORIGIN}/media/uploads/x?y`)).toBe('/media/uploads/x?y');
  });
});
