import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import type { CurrentUser } from '../../contract/accounts.ts';
import { ApiError } from '../api/error.ts';
import { setGuard } from '../ui/dialog/leave-guard.ts';
import { currentUserQuery } from './current-user.ts';
import { sessionTrouble, setTrouble } from './session-problem.ts';
import { watchOtherTabs, watchRefusals } from './session-monitor.ts';

const ann: CurrentUser = { id: 1, email: 'ann@a.example', emailVerified: true, isAdmin: false, createdAt: '' };
const refuse = async () => Promise.reject(new ApiError(401, '', '{"code":"signed_out"}'));

function signedIn(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(currentUserQuery.queryKey, ann);
  watchRefusals(client);
  return client;
}
const userOf = (client: QueryClient) => client.getQueryData(currentUserQuery.queryKey);
const read = (client: QueryClient) => client.fetchQuery({ queryKey: ['/api/things'], queryFn: refuse }).catch(() => {});

afterEach(() => {
  setTrouble(null);
  setGuard(null);
});

describe('a session that has ended', () => {
  it('leads to the login card where nothing is on the screen yet', async () => {
    const client = signedIn();
    await read(client);
    expect([userOf(client), sessionTrouble()]).toEqual([null, null]);
  });

  it('is asked for anew above a screen that shows something, or has something to lose', async () => {
    const shown = signedIn();
    shown.setQueryData(['/api/things'], ['a thing']);
    await read(shown);
    expect([userOf(shown), sessionTrouble()]).toEqual([ann, { kind: 'over', user: ann }]);
    setTrouble(null);
    setGuard({ ask: () => {}, onStep: () => {} });
    const typedIn = signedIn();
    await read(typedIn);
    expect([userOf(typedIn), sessionTrouble()]).toEqual([ann, { kind: 'over', user: ann }]);
  });

  it('is asked for anew after a change that was refused, and what is read then takes nothing off the screen', async () => {
    const client = signedIn();
    const change = client.getMutationCache().build(client, { mutationFn: refuse });
    await expect(change.execute(undefined)).rejects.toThrow('401');
    expect(sessionTrouble()).toEqual({ kind: 'over', user: ann });
    await read(client);
    expect(userOf(client)).toEqual(ann);
  });

  it('is over with the news from another tab; that of another account is told', async () => {
    const client = signedIn();
    watchOtherTabs(client);
    const tab = new BroadcastChannel('nameplate-session');
    setTrouble({ kind: 'over', user: ann });
    tab.postMessage({ id: 1, email: ann.email });
    await expect.poll(sessionTrouble).toBeNull();
    tab.postMessage({ id: 2, email: 'bob@b.example' });
    await expect.poll(sessionTrouble).toEqual({ kind: 'other', user: ann, other: 'bob@b.example' });
    tab.close();
  });
});
