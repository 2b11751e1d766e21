import { useQueryClient } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useId } from 'react';
import type { OwnProfile } from '../../contract/profiles/profiles.ts';
import { putEmailVisibility } from '../../contract/profiles/profiles.ts';
import { call } from '../api/client.ts';
import { useSite } from '../api/site.ts';
import { useAction } from '../api/use-action.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { toast, toastError } from '../ui/toast/toast-store.ts';
import { ownProfileQuery, refreshProfiles } from './shared/own-profile.ts';

/** The setting that shows the address of a handle on its page, on by default. */
export function EmailCard({ own }: { own: OwnProfile }) {
  const { mailDomain } = useSite();
  const id = useId();
  const save = useSaveVisibility();
  const shown = save.isPending ? save.variables : own.emailVisible !== false;
  const email = `${own.handle ?? 'your-handle'}@${mailDomain}`;
  return (
    <Card role="region" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        Email Settings
      </h2>
      <label className="mt-3 -ml-2 flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 py-2 hover:bg-hover">
        <input
          type="checkbox"
          checked={shown}
          aria-describedby={`${id}-about`}
          aria-disabled={save.isPending || undefined}
          onChange={(event) => !save.isPending && save.mutate(event.target.checked)}
          className="size-5 shrink-0 cursor-pointer accent-(--accent)"
        />
        <span className="min-w-0 font-medium wrap-anywhere">Show my {email} email on my profile page</span>
      </label>
      <p id={`${id}-about`} className="mt-1 text-sm text-soft">
        Applies to the pages of all your handles, each with its own address. Visitors never see the inbox behind it.
      </p>
      <div className="mt-3 flex min-h-7 flex-wrap items-center gap-3">
        {shown && (
          <Badge tone="accent" className="max-w-full">
            <Mail aria-hidden className="shrink-0" />
            <span className="sr-only">Preview: </span>
            <span className="truncate">{email}</span>
          </Badge>
        )}
        <p role="status" className="text-sm text-soft">
          {save.isPending && (
            <span className="inline-flex items-center gap-2">
              <Spinner /> Saving your settings...
            </span>
          )}
        </p>
      </div>
    </Card>
  );
}

function useSaveVisibility() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (emailVisible: boolean) => call(putEmailVisibility, { body: { emailVisible } }),
    onSuccess: (own) => {
      client.setQueryData(ownProfileQuery.queryKey, own);
      void refreshProfiles(client);
      toast({ title: 'Email Settings Updated', description: 'Your email visibility settings have been saved.' });
    },
    onError: () => toastError('Update Failed', 'Failed to update email settings. Please try again.'),
  });
}
