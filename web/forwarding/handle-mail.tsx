import type { Forwarding } from '../../contract/forwarding/forwarding.ts';
import { useSite } from '../api/site.ts';
import { DeliveryLogSection } from './delivery-log/delivery-log-section.tsx';
import { LimitBanner } from './policy/limit-banner.tsx';
import { PausedBanner } from './policy/paused-banner.tsx';
import { PolicySection } from './policy/policy-section.tsx';

interface HandleMailProps {
  record: Forwarding;
  onChangeAddress: () => void;
}

/** The mail details of a handle that is shown alone: banners, delivery log and mail rules. */
export function HandleMail({ record, onChangeAddress }: HandleMailProps) {
  const { mailDomain } = useSite();
  return (
    <div className="mt-8 grid grid-cols-1 gap-10 sm:mt-10 sm:gap-12">
      <PausedBanner record={record} onChangeAddress={onChangeAddress} />
      <LimitBanner record={record} />
      <DeliveryLogSection record={record} address={`${record.handle}@${mailDomain}`} />
      <PolicySection record={record} />
    </div>
  );
}
