import { AtSign, Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSite } from '../../api/site.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';

/** Previews the email address and the page of the typed handle. Keeps its size while there is nothing to show. */
export function AddressPreview({ handle, available }: { handle: string; available: boolean }) {
  const { host, mailDomain } = useSite();
  return (
    <Card className="relative flex flex-col overflow-hidden p-0! sm:p-0!">
      <div
        aria-hidden
        className={classNames(
          'h-14 bg-linear-to-r from-cyan via-[var(--brand-middle)] to-magenta transition-opacity duration-250',
          available ? 'opacity-100' : 'opacity-25',
        )}
      />
      <div
        aria-hidden
        className="neon-edge relative -mt-7 ml-4 grid size-14 place-items-center rounded-full text-xl font-bold text-on-ink uppercase sm:ml-6"
      >
        {available ? handle.slice(0, 1) : '?'}
      </div>
      <div className="grid flex-1 content-start gap-3 p-4 sm:px-6 sm:pb-6">
        {available ? (
          <ul className="grid animate-enter gap-3">
            <Line icon={<AtSign aria-hidden />} label="Your email address" value={`${handle}@${mailDomain}`} />
            <Line icon={<Globe aria-hidden />} label="Your page" value={`${host}/${handle}`} />
          </ul>
        ) : (
          <p className="pt-1 text-soft">Your email address and your page appear here once the handle is available.</p>
        )}
      </div>
    </Card>
  );
}

function Line({ icon, label, value }: { icon: ReactNode; label: string; value: string }) {
  return (
    <li className="flex min-w-0 items-start gap-3 [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-accent">
      {icon}
      <div className="min-w-0">
        <p className="text-xs text-soft">{label}</p>
        <p className="font-semibold wrap-anywhere">{value}</p>
      </div>
    </li>
  );
}
