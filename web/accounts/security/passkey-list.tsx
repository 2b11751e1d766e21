import { useQuery } from '@tanstack/react-query';
import { Fingerprint, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MAX_PASSKEYS, type Passkey } from '../../../contract/accounts/passkeys.ts';
import { failureOf } from '../../api/failure.ts';
import { ActionError } from '../../ui/action-error.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { passkeyErrorText, supportsPasskeys } from '../shared/webauthn.ts';
import { ListBlock, LoadError, LoadingRow, RowIcon } from './list-block.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import { passkeysQuery, useAddPasskey, useRemovePasskey } from './passkeys-query.ts';
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx';

/** The passkeys of the account: add, rename and remove them. */
export function PasskeyList() {
  const { data: passkeys, isPending, isLoadingError, isFetching, refetch } = useQuery(passkeysQuery);
  const [renaming, setRenaming] = useState<number | null>(null);
  const [removing, setRemoving] = useState<{ passkey: Passkey; open: boolean } | null>(null);
  const closeDialog = () => setRemoving((shown) => shown && { ...shown, open: false });
  const add = useAddPasskey(({ id }) => {
    setRenaming(id);
    toast({ title: 'Passkey Added', description: 'From now on you can sign in with it.' });
  });
  const remove = useRemovePasskey(closeDialog);
  // False on the server and until hydration, where the section is not shown anyway.
  const isSupported = supportsPasskeys();
  const isFull = (passkeys?.length ?? 0) >= MAX_PASSKEYS;
  const canAdd = passkeys !== undefined && isSupported && !isFull;

  const addButton = canAdd && (
    <Button
      variant={passkeys.length === 0 ? 'primary' : 'secondary'}
      busy={add.isPending}
      busyLabel="Waiting..."
      onClick={() => add.mutate()}
    >
      <Plus aria-hidden /> Add a passkey
    </Button>
  );
  return (
    <ListBlock
      title="Passkeys"
      about="Sign in with your fingerprint, face or screen lock, without waiting for an email."
      action={isPending && isSupported ? <Skeleton className="h-11 rounded-control! sm:w-37" /> : addButton}
    >
      {passkeys && !isSupported && (
        <Note>
          This browser cannot use passkeys. A current browser on your phone or computer can. The emailed link works in
          any browser.
        </Note>
      )}
      {isFull && <Note>You have {MAX_PASSKEYS} passkeys, which is the maximum. Remove one to add another.</Note>}
      <ActionError className="mt-3">{failureOf(add, passkeyErrorText)}</ActionError>
      {!passkeys && !isLoadingError && <LoadingRow label="Loading your passkeys" lines={2} />}
      {isLoadingError && (
        <LoadError message="Your passkeys could not be loaded." busy={isFetching} onRetry={() => void refetch()} />
      )}
      {passkeys?.length === 0 && (
        <div className="mt-2 flex min-h-18 items-center gap-3.5 py-3">
          <RowIcon>
            <Fingerprint aria-hidden />
          </RowIcon>
          <p className="text-sm text-soft">You have no passkey yet.</p>
        </div>
      )}
      {passkeys && passkeys.length > 0 && (
        <ul className="mt-2 -mb-2 divide-y divide-border">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <PasskeyRow
                passkey={passkey}
                isRenaming={renaming === passkey.id}
                onRename={(starts) => setRenaming(starts ? passkey.id : null)}
                onRemove={() => setRemoving({ passkey, open: true })}
              />
            </li>
          ))}
        </ul>
      )}
      {removing && (
        <RemovePasskeyDialog
          {...removing}
          isLast={passkeys?.length === 1}
          busy={remove.isPending}
          onClose={closeDialog}
          onRemove={() => remove.mutate(removing.passkey)}
        />
      )}
    </ListBlock>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="mt-3 rounded-control bg-muted px-3.5 py-2.5 text-sm text-soft">{children}</p>;
}
