import { useQuery } from '@tanstack/react-query';
import { CirclePause } from 'lucide-react';
import type { Forwarding } from '../../../contract/forwarding.ts';
import { Button } from '../../ui/button.tsx';
import { policyQuery } from './policy-query.ts';

interface PausedBannerProps {
  record: Forwarding;
  onChangeAddress: () => void;
}

/** Says that we stopped the forwarding ourselves, why, and what to do. Nothing where we did not. */
export function PausedBanner({ record, onChangeAddress }: PausedBannerProps) {
  const { data } = useQuery(policyQuery(record.id));
  if (!data?.paused) return null;
  const inbox = <strong className="font-semibold wrap-anywhere">{record.forwarding_email}</strong>;
  return (
    <div
      role="alert"
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 rounded-card border border-warning/40 bg-warning-surface p-4 sm:p-6"
    >
      <CirclePause className="mt-0.5 size-5 text-warning" aria-hidden />
      <div className="grid justify-items-start gap-3">
        <div className="grid gap-1 text-sm">
          <h2 className="text-base font-semibold">Forwarding is paused</h2>
          {data.paused === 'inbox-gone' ? (
            <p>
              The server of {inbox} says again and again that there is no such mailbox. Mail to this handle is refused
              until you change the address, or verify it anew once it works.
            </p>
          ) : (
            <p>
              Somebody who reads {inbox} has asked us to send nothing more there, by the link in our verification mail.
              Mail to this handle is refused until you use another inbox.
            </p>
          )}
        </div>
        <Button variant="primary" onClick={onChangeAddress}>
          Change the address
        </Button>
      </div>
    </div>
  );
}
