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

/** Fakes a server with this state. Returns the versions that requests send. */
function serverWith(current: Forwarding): string[] {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (_path: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(String(headers['If-Match']));
    if (headers['If-Match'] === `"${current.version}"`) return Response.json(current);
    return Response.json({ code: 'version_conflict', message: 'Changed', current }, { status: 412 });
  });
  return sent;
}

it('sends the version that was shown, and switches again if something other than the address has changed', async () => {
  const sent = serverWith({ ...record, version: 'two', isActive: false });
  await switchForwarding(record, false);
  expect(sent).toEqual(['"one"', '"two"']);
});

it('switches nothing if somebody else has changed the address in the meantime', async () => {
  const current = { ...record, version: 'two', forwarding_email: 'other@example.test' };
  const sent = serverWith(current);
  await expect(switchForwarding(record, true)).rejects.toEqual(new VersionConflict(current));
  expect(sent).toEqual(['"one"']);
});
