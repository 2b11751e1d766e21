import { pages } from '../../../contract/paths.ts';
import { useSite } from '../../api/site.ts';

/** A hint, in local mode only, that leads to the email that was just sent. */
export function OutboxHint() {
  const { localMode, relay } = useSite();
  if (!localMode) return null;
  if (relay !== undefined) return <p className="text-sm wrap-anywhere">Local mode sent it to the relay {relay}.</p>;
  return (
    <p className="text-sm">
      Nothing leaves this computer: read it in the{' '}
      <a className="font-medium text-accent underline" href={pages.outbox()}>
        outbox
      </a>
      .
    </p>
  );
}
