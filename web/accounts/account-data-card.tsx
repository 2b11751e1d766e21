import { Download, UserRoundX } from 'lucide-react';
import { useId, useState } from 'react';
import { getAccountExport } from '../../contract/accounts/account-export.ts';
import { send } from '../api/client.ts';
import { showFailure } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { Card } from '../ui/card.tsx';
import { dialogOnDemand } from '../ui/dialog/dialog-on-demand.tsx';
import { Button } from '../ui/form/button.tsx';

const DeleteAccountDialog = dialogOnDemand(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
);

/** The data of an account: download everything, or delete the account. */
export function AccountDataCard({ email }: { email: string }) {
  const titleId = useId();
  const download = useDownload();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <Card role="region" aria-labelledby={titleId}>
      <h2 id={titleId} className="text-lg font-semibold">
        Your data
      </h2>
      <p className="mt-0.5 text-sm text-soft">
        Download everything we hold about you as one file, or delete your account and everything in it.
      </p>
      <div className="mt-5 flex flex-col gap-2.5 sm:flex-row">
        <Button
          variant="secondary"
          busy={download.isPending}
          busyLabel="Preparing..."
          onClick={() => download.mutate()}
        >
          <Download aria-hidden /> Download my data
        </Button>
        <Button variant="secondary" onClick={() => setDeleting(true)}>
          <UserRoundX aria-hidden /> Delete account
        </Button>
      </div>
      <DeleteAccountDialog open={isDeleting} email={email} onClose={() => setDeleting(false)} />
    </Card>
  );
}

/** Downloads the export and saves it. Uses fetch because a link could not show a failure. */
function useDownload() {
  return useAction({
    mutationFn: async () => {
      const response = await send(getAccountExport);
      const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
      saveFile(await response.blob(), name ?? 'nameplate.json');
    },
    onError: (error) => showFailure(error, 'Your data could not be read. Please try again.', 'Download Failed'),
  });
}

function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
