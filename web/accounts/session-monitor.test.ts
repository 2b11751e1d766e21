import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import type { CurrentUser } from '../../contract/accounts/accounts.ts';
import { ApiError } from '../api/error.ts';
import { addUnsavedChangesGuard } from '../ui/dialog/unsaved-changes-guard.ts';
import { currentUserQuery } from './current-user.ts';
import { watchOtherTabs, watchUnauthorizedErrors } from './session-monitor.ts';
import { currentSessionProblem, setSessionProblem } from './session-problem.ts';

let removeGuard = () => {};
const ann: CurrentUser = { id: 1, email: 'ann@a.example', emailVerified: true, isAdmin: false, createdAt: '' };
const rejectUnauthorized = async () => Promise.reject(new ApiError(401, '', '{"code":"signed_out"}'));

function signedIn(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(currentUserQuery.queryKey, ann);
  watchUnauthorizedErrors(client);
  return client;
}
const userOf = (client: QueryClient) => client.getQueryData(currentUserQuery.queryKey);
const read = (client: QueryClient) =>
  client.fetchQuery({ queryKey: ['/api/things'], queryFn: rejectUnauthorized }).catch(() => {});

afterEach(() => {
  setSessionProblem(null);
  removeGuard();
});

describe('an expired session', () => {
  it('shows the login card if the screen has no data yet', async () => {
    const client = signedIn();
    await read(client);
    expect([userOf(client), currentSessionProblem()]).toEqual([null, null]);
  });

  it('asks to sign in above a screen that shows data or has unsaved changes', async () => {
    const withData = signedIn();
    withData.setQueryData(['/api/things'], ['a thing']);
    await read(withData);
    expect([userOf(withData), currentSessionProblem()]).toEqual([ann, { kind: 'expired', user: ann }]);
    setSessionProblem(null);
    removeGuard = addUnsavedChangesGuard({ ask: () => {}, onPopState: () => {} });
    const withUnsavedChanges = signedIn();
    await read(withUnsavedChanges);
    expect([userOf(withUnsavedChanges), currentSessionProblem()]).toEqual([ann, { kind: 'expired', user: ann }]);
  });

  it('asks to sign in after a rejected change and keeps the user after a failed read', async () => {
    const client = signedIn();
    const change = client.getMutationCache().build(client, { mutationFn: rejectUnauthorized });
    await expect(change.execute(undefined)).rejects.toThrow('401');
    expect(currentSessionProblem()).toEqual({ kind: 'expired', user: ann });
    await read(client);
    expect(userOf(client)).toEqual(ann);
  });

  it('clears an expired session when another tab signs in as the same user and reports a different account', async () => {
    const client = signedIn();
    watchOtherTabs(client);
    const tab = new BroadcastChannel('nameplate-session');
    setSessionProblem({ kind: 'expired', user: ann });
    tab.postMessage({ id: 1, email: ann.email });
    await expect.poll(currentSessionProblem).toBeNull();
    tab.postMessage({ id: 2, email: 'bob@b.example' });
    await expect.poll(currentSessionProblem).toEqual({ kind: 'other-account', user: ann, otherEmail: 'bob@b.example' });
    tab.close();
  });
});
