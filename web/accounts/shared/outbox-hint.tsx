import { pages } from '../../../contract/paths.ts';
import { useSite } from '../../api/site.ts';

/** In local mode: a link to the page that shows the emails that were sent. */
export function OutboxHint() {
  const { localMode } = useSite();
  if (!localMode) return null;
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
