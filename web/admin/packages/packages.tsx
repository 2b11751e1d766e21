import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, ShieldX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  type AdminPackage,
  deleteAdminPackage,
  postAdminPackage,
  putAdminPackage,
} from '../../../contract/admin/packages.ts';
import { formatDollars } from '../../payments/shared/prices.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ErrorState, MessageState } from '../../ui/message-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdminFrame } from '../admin-frame.tsx';
import { May } from '../may.tsx';
import { PackageDialog } from './package-dialog.tsx';
import { RisesDialog, UnconfirmedRises } from './price-rises.tsx';
import { packagesQuery, useDeletePackage } from './use-packages.ts';

/** `/app/adm/prices`: the packages and their prices. */
export function PackageManagement() {
  return (
    <AdminFrame
      title="Package Management"
      denied={
        <MessageState level={1} icon={<ShieldX aria-hidden />} title="Access denied. Admin privileges required." />
      }
    >
      <Packages />
    </AdminFrame>
  );
}

function Packages() {
  const { data, isError, isFetching, refetch } = useQuery(packagesQuery);
  const [dialog, setDialog] = useState<{ open: boolean; current?: AdminPackage }>({ open: false });
  const [toDelete, setToDelete] = useState<AdminPackage>();
  const { mutate: remove, error: notRemoved, variables: removal, reset } = useDeletePackage();
  if (isError && !data) {
    return (
      <ErrorState
        message="Failed to load packages. Please try refreshing the page."
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  return (
    <>
      <May call={postAdminPackage}>
        <Button className="mb-5" onClick={() => setDialog({ open: true })}>
          <Plus aria-hidden /> Add Package
        </Button>
      </May>
      {data?.length === 0 && <p className="text-soft">There are no packages. The standard prices apply.</p>}
      <ul aria-busy={!data} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {data
          ? data.map((item) => (
              <li key={item.id}>
                <PackageCard
                  item={item}
                  onEdit={() => setDialog({ open: true, current: item })}
                  onDelete={() => setToDelete(item)}
                />
              </li>
            ))
          : ['one', 'two', 'three', 'four'].map((place) => (
              <li key={place}>
                <Skeleton className="h-48 rounded-card" />
              </li>
            ))}
      </ul>
      <PackageDialog
        open={dialog.open}
        current={dialog.current}
        onClose={() => setDialog((before) => ({ ...before, open: false }))}
      />
      <ConfirmDialog
        open={toDelete !== undefined}
        title="Delete Package"
        description="Are you sure you want to delete this package?"
        confirmLabel="Delete"
        cancelLabel="Cancel"
        onConfirm={() => {
          if (toDelete) remove({ item: toDelete });
          setToDelete(undefined);
        }}
        onClose={() => setToDelete(undefined)}
      />
      {notRemoved instanceof UnconfirmedRises && (
        <RisesDialog
          open
          rises={notRemoved.rises}
          onConfirm={() => removal && remove({ ...removal, confirmed: true })}
          onClose={reset}
        />
      )}
    </>
  );
}

interface PackageCardProps {
  item: AdminPackage;
  onEdit: () => void;
  onDelete: () => void;
}

function PackageCard({ item, onEdit, onDelete }: PackageCardProps) {
  const { name, price_yearly_usd_full: full, price_yearly_usd_now: now } = item;
  return (
    <Card className="grid h-full content-between gap-4 sm:p-5">
      <div>
        <h2 className="text-lg font-semibold wrap-anywhere">{name}</h2>
        <dl className="mt-2 grid gap-1 text-sm tabular-nums">
          <Price label="Full Price" amount={full} />
          <Price label="Current Price" amount={now} />
        </dl>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <May call={putAdminPackage}>
          <Button variant="secondary" onClick={onEdit} aria-label={`Edit ${name}`}>
            <Pencil aria-hidden /> Edit
          </Button>
        </May>
        <May call={deleteAdminPackage}>
          <Button variant="secondary" onClick={onDelete} aria-label={`Delete ${name}`}>
            <Trash2 aria-hidden /> Delete
          </Button>
        </May>
      </div>
    </Card>
  );
}

function Price({ label, amount }: { label: string; amount: number }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-soft">{label}</dt>
      <dd className="font-semibold">{formatDollars(amount)}/year</dd>
    </div>
  );
}
