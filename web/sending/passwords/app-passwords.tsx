import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { type AppPassword, MAX_APP_PASSWORDS } from '../../../contract/sending/app-passwords.ts';
import { errorText } from '../../api/error-text.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Empty, Loading, Panel, Section } from '../../ui/section.tsx';
import { Strong } from '../../ui/strong.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts';
import { CreatePasswordDialog } from './create-password-dialog.tsx';
import { passwordsQuery, useRevokePassword } from './passwords-query.ts';

interface AppPasswordsProps {
  handleId: number;
  /** False while the plan has no sending; the stored passwords can still be revoked. */
  canCreate: boolean;
}

/** The app passwords of a handle: create and revoke them. */
export function AppPasswords({ handleId, canCreate }: AppPasswordsProps) {
  const { data: passwords, error, isFetching, refetch } = useQuery(passwordsQuery(handleId));
  const [creating, setCreating] = useState({ isOpen: false, count: 0 });
  const [revoking, setRevoking] = useState<AppPassword | null>(null);
  const title = useFocusAfterRemoval<HTMLHeadingElement>(passwords?.length ?? 0);
  const revoke = useRevokePassword(handleId);
  const isFull = (passwords?.length ?? 0) >= MAX_APP_PASSWORDS;
  const create = canCreate && passwords && !isFull && (
    <Button
      variant={passwords.length === 0 ? 'primary' : 'secondary'}
      onClick={() => setCreating({ isOpen: true, count: creating.count + 1 })}
    >
      <Plus aria-hidden /> Create an app password
    </Button>
  );
  return (
    <Section
      titleRef={title}
      title="App passwords"
      about="A mail program sends with an app password. Use one for each program or device; each can be revoked separately."
      action={passwords && passwords.length > 0 && create}
    >
      {isFull && canCreate && (
        <p className="rounded-control bg-muted px-3.5 py-2.5 text-sm text-soft">
          You have {MAX_APP_PASSWORDS} app passwords, which is the maximum for a handle. Revoke one to create another.
        </p>
      )}
      {!passwords && (
        <Loading
          label="Loading app passwords"
          failed={error !== null && errorText(error, 'We could not load the app passwords. Please try again.')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {passwords?.length === 0 && (
        <Panel>
          <Empty icon={<KeyRound aria-hidden />} title="No app password yet">
            <p>Your mail program needs one before it can send from this handle.</p>
            {create && <div className="mt-4">{create}</div>}
          </Empty>
        </Panel>
      )}
      {passwords && passwords.length > 0 && (
        <Panel>
          <ul aria-label="App passwords" className="divide-y divide-border">
            {passwords.map((password) => (
              <li key={password.id}>
                <PasswordRow
                  password={password}
                  busy={revoke.isPending && revoke.variables?.id === password.id}
                  onRevoke={() => setRevoking(password)}
                />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <CreatePasswordDialog
        key={creating.count}
        open={creating.isOpen}
        handleId={handleId}
        onClose={() => setCreating({ ...creating, isOpen: false })}
      />
      <ConfirmDialog
        open={revoking !== null}
        title="Revoke this app password?"
        description={
          <p>
            The program that uses <Strong>{revoking?.name}</Strong> can no longer send. You can create a new password
            for it at any time.
          </p>
        }
        confirmLabel="Revoke"
        cancelLabel="Keep it"
        onClose={() => setRevoking(null)}
        onConfirm={() => {
          if (revoking) revoke.mutate(revoking);
          setRevoking(null);
        }}
      />
    </Section>
  );
}

interface PasswordRowProps {
  password: AppPassword;
  busy: boolean;
  onRevoke: () => void;
}

function PasswordRow({ password: { name, createdAt, lastUsedAt, lastUsedFrom }, busy, onRevoke }: PasswordRowProps) {
  return (
    <div className="flex items-center gap-3.5 px-4 py-3 sm:px-6">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-muted text-soft max-sm:hidden">
        <KeyRound className="size-5" aria-hidden />
      </span>
      <div className="min-w-0 grow">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-soft sm:flex sm:flex-wrap sm:gap-x-1.5">
          <span className="block">
            Created <RelativeTime at={createdAt} />
          </span>
          <span className="max-sm:hidden" aria-hidden>
            ·
          </span>
          <span className="block">
            {lastUsedAt ? (
              <>
                Last used <RelativeTime at={lastUsedAt} />
                {lastUsedFrom && <span className="wrap-anywhere"> from {lastUsedFrom}</span>}
              </>
            ) : (
              'Never used'
            )}
          </span>
        </p>
      </div>
      <Button
        variant="quiet-danger"
        className="-mr-2 shrink-0 px-3!"
        busy={busy}
        aria-label={`Revoke ${name}`}
        onClick={onRevoke}
      >
        Revoke
      </Button>
    </div>
  );
}
