import { useState } from 'react';
import { formatUtcDay } from '../../../contract/dates.ts';
import type { Team } from '../../../contract/teams/teams.ts';
import { dialogOnDemand } from '../../ui/dialog/dialog-on-demand.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Part } from '../../ui/section.tsx';
import { Strong } from '../../ui/strong.tsx';
import { useWithdrawOffer } from './transfer-query.ts';

const TransferDialog = dialogOnDemand(async () => (await import('./transfer-dialog.tsx')).TransferDialog);

/** Handing the handle over to another account; only its owner sees this. */
export function TransferPart({ handleId, team }: { handleId: number; team: Team }) {
  const [isOffering, setOffering] = useState(false);
  const withdraw = useWithdrawOffer(handleId);
  if (team.transfer) {
    return (
      <Part
        title="Waiting for an answer"
        about={
          <>
            You offered <Strong>{team.handle}</Strong> to <Strong>{team.transfer.email}</Strong>. It stays yours until
            they accept. The offer expires on {formatUtcDay(team.transfer.expiresAt)}.
          </>
        }
      >
        <div>
          <Button variant="secondary" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Withdraw the offer
          </Button>
        </div>
      </Part>
    );
  }
  return (
    <Part
      title="Give it to another account"
      about="They become the owner once they accept. They also get the paid year, but not your inbox, your correspondence or your app passwords."
    >
      <div>
        <Button variant="secondary" onClick={() => setOffering(true)}>
          Hand over
        </Button>
      </div>
      <TransferDialog open={isOffering} handleId={handleId} handle={team.handle} onClose={() => setOffering(false)} />
    </Part>
  );
}
