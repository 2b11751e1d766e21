import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import { LimitBanner } from './limit-banner.tsx';
import { PausedBanner } from './paused-banner.tsx';

interface MailBannersProps {
  record: Forwarding;
  onChangeAddress: () => void;
}

/** What keeps the mail of a handle from being forwarded at the moment. */
export function MailBanners({ record, onChangeAddress }: MailBannersProps) {
  return (
    <>
      <PausedBanner record={record} onChangeAddress={onChangeAddress} />
      <LimitBanner record={record} />
    </>
  );
}
