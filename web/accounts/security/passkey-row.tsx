import { Cloud, Fingerprint, HardDrive, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import type { Passkey } from '../../../contract/accounts/passkeys.ts';
import { Badge } from '../../ui/badge.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import { Tooltip } from '../../ui/tooltip/tooltip.tsx';
import { ListRow } from './list-block.tsx';
import { RenamePasskey } from './rename-passkey.tsx';

interface PasskeyRowProps {
  passkey: Passkey;
  isRenaming: boolean;
  onRename: (starts: boolean) => void;
  onRemove: () => void;
}

/** One passkey, or the field that renames it. */
export function PasskeyRow({ passkey, isRenaming, onRename, onRemove }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt, isSynced } = passkey;
  const renameButton = useRef<HTMLButtonElement>(null);
  const wasRenaming = useRef(isRenaming);
  useEffect(() => {
    // Moves the focus here only if nothing else has taken it since the field closed.
    if (wasRenaming.current && !isRenaming && document.activeElement === document.body) renameButton.current?.focus();
    wasRenaming.current = isRenaming;
  }, [isRenaming]);

  if (isRenaming) return <RenamePasskey passkey={passkey} onClose={() => onRename(false)} />;
  return (
    <ListRow
      icon={<Fingerprint aria-hidden />}
      title={name}
      badge={
        isSynced ? (
          <Badge>
            <Cloud aria-hidden /> Synced
          </Badge>
        ) : (
          <Badge>
            <HardDrive aria-hidden /> On one device only
          </Badge>
        )
      }
      facts={[
        <span key="added">
          Added <RelativeTime at={createdAt} />
        </span>,
        lastUsedAt ? (
          <span key="used">
            Last used <RelativeTime at={lastUsedAt} />
          </span>
        ) : (
          'Never used'
        ),
      ]}
      actions={
        <>
          <RowButton ref={renameButton} text="Rename" label={`Rename ${name}`} onClick={() => onRename(true)}>
            <Pencil aria-hidden />
          </RowButton>
          <RowButton text="Remove" label={`Remove ${name}`} onClick={onRemove}>
            <Trash2 aria-hidden />
          </RowButton>
        </>
      }
    />
  );
}

interface RowButtonProps {
  text: string;
  label: string;
  onClick: () => void;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

function RowButton({ text, label, onClick, ref, children }: RowButtonProps) {
  return (
    <Tooltip text={text}>
      <button
        ref={ref}
        type="button"
        aria-label={label}
        onClick={onClick}
        className="grid size-11 place-items-center rounded-control text-soft transition-colors hover:bg-hover hover:text-text [&_svg]:size-4.5"
      >
        {children}
      </button>
    </Tooltip>
  );
}
