import { EyeOff, ImageOff } from 'lucide-react';
import { useSearchParams } from 'react-router';
import type { AdminPicture } from '../../../contract/admin/pictures.ts';
import { deleteAdminPicture, getAdminPictures } from '../../../contract/admin/pictures.ts';
import { pathOf } from '../../../contract/call.ts';
import { pages } from '../../../contract/paths.ts';
import { pictureVariants } from '../../../contract/pictures.ts';
import { Badge } from '../../ui/badge.tsx';
import { useAdminList } from '../list/admin-list.ts';
import { DateCell } from '../list/date-cell.tsx';
import { ListPanel } from '../list/list-panel.tsx';
import type { Column } from '../list/list-table.tsx';
import { RowButton } from '../list/row-button.tsx';
import { May } from '../may.tsx';
import type { AdminAction } from '../reason-dialog.tsx';
import { useAdminAction } from '../use-admin-action.tsx';

const KINDS: Record<AdminPicture['kind'], string> = {
  avatar: 'Picture',
  banner: 'Banner',
  block: 'Link picture',
  background: 'Background',
};

/** The pictures of a handle or an account, and removed pictures. `?search=` is the initial search. */
export function PicturesTab() {
  const [query] = useSearchParams();
  const initialSearch = query.get('search') ?? '';
  const list = useAdminList(getAdminPictures, {}, initialSearch);
  const { ask, dialog } = useAdminAction([pathOf(getAdminPictures)]);
  const columns: Column<AdminPicture>[] = [
    { title: 'Picture', cell: (picture) => <Thumbnail picture={picture} /> },
    {
      title: 'Shown by',
      cell: ({ handle, userId }) =>
        handle === null ? (
          <span className="whitespace-nowrap">{userId === null ? 'Nothing' : `All pages of user ${userId}`}</span>
        ) : (
          <a href={pages.profile(handle)} target="_blank" rel="noreferrer" className="font-medium hover:underline">
            {handle}
          </a>
        ),
    },
    { title: 'Kind', cell: ({ kind }) => <span className="whitespace-nowrap">{KINDS[kind]}</span> },
    { title: 'State', cell: ({ state }) => <State state={state} /> },
    { title: 'Removed', cell: ({ removedAt }) => removedAt !== null && <DateCell date={removedAt} /> },
    {
      title: 'Actions',
      isTitleHidden: true,
      cell: (picture) =>
        picture.state !== 'removed' && (
          <May call={deleteAdminPicture}>
            <RowButton about={KINDS[picture.kind].toLowerCase()} onClick={() => ask(removal(picture))}>
              Remove
            </RowButton>
          </May>
        ),
    },
  ];
  return (
    <>
      <ListPanel
        {...{ name: 'pictures', list, columns, initialSearch }}
        idOf={({ name }) => name}
        searchLabel="Handle, email, or address of a picture"
        empty="No picture has been removed yet. Enter a handle, or paste the address of a picture."
      />
      {dialog}
    </>
  );
}

function Thumbnail({ picture: { name, kind, state } }: { picture: AdminPicture }) {
  const frame = 'my-1 grid size-14 place-items-center rounded-control border border-border bg-muted text-soft';
  if (state !== 'shown') {
    const Icon = state === 'removed' ? ImageOff : EyeOff;
    return (
      <span className={frame}>
        <Icon aria-hidden className="size-5" />
      </span>
    );
  }
  const path = `/media/${name}`;
  return (
    <a href={path} target="_blank" rel="noreferrer" className="block w-fit">
      <img src={pictureVariants(path)[0]} alt={KINDS[kind]} loading="lazy" className={`${frame} object-cover`} />
      <span className="sr-only"> in a new tab</span>
    </a>
  );
}

function State({ state }: { state: AdminPicture['state'] }) {
  if (state === 'shown') return <Badge tone="accent">shown</Badge>;
  return <Badge tone={state === 'removed' ? 'danger' : 'neutral'}>{state}</Badge>;
}

function removal({ name, kind, handle }: AdminPicture): AdminAction {
  const of = handle === null ? '' : ` of ${handle}`;
  return {
    title: `Remove this ${KINDS[kind].toLowerCase()}${of}?`,
    description: 'It is deleted in all its sizes, from every page and sharing image. This cannot be undone.',
    confirmLabel: 'Remove',
    isDestructive: true,
    call: deleteAdminPicture,
    at: { name },
    reasonHelp: 'Recorded in the audit log and emailed to the owner.',
    successMessage: 'The picture was removed',
  };
}
