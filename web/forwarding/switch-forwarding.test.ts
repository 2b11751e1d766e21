import { afterEach, expect, it, vi } from 'vitest';
import type { Forwarding } from '../../contract/forwarding/forwarding.ts';
import { VersionConflict } from '../api/versioned-save.ts';
import { switchForwarding } from './switch-forwarding.ts';

const record: Forwarding = {
  id: 1,
  version: 'one',
  handle: 'ada.lovelace',
  handle_id: 7,
  active: 1,
  isActive: true,
  forwarding_email: 'ada@example.test',
  deliveringTo: 'ada@example.test',
};
afterEach(() => vi.unstubAllGlobals());

/** Lets the server have this state; returns the versions that requests state. */
function serverWith(current: Forwarding): string[] {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (_path: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(String(headers['If-Match']));
    if (headers['If-Match'] === `"${current.version}"`) return Response.json(current);
    return Response.json({ code: 'version_conflict', message: 'Changed', current }, { status: 412 });
  });
  return sent;
}

it('states the version that was shown, and switches again where something else than the address has changed', async () => {
  const sent = serverWith({ ...record, version: 'two', isActive: false });
  await switchForwarding(record, false);
  expect(sent).toEqual(['"one"', '"two"']);
});

it('switches nothing where somebody else has changed the address meanwhile', async () => {
  const current = { ...record, version: 'two', forwarding_email: 'other@example.test' };
  const sent = serverWith(current);
  await expect(switchForwarding(record, true)).rejects.toEqual(new VersionConflict(current));
  expect(sent).toEqual(['"one"']);
});
