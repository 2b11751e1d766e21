import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { formatUtcDay } from '../../../contract/dates.ts';
import type { Handle } from '../../../contract/handles/handles.ts';
import { errorText } from '../../api/error-text.ts';
import { useKeepHandle } from '../../own-handles/give-up-query.ts';
import { dialogOnDemand } from '../../ui/dialog/dialog-on-demand.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Loading, Panel, Part, Section } from '../../ui/section.tsx';
import { Strong } from '../../ui/strong.tsx';
import { HAND_OVER } from '../shared/hand-over-path.ts';
import { teamQuery } from '../team-query.ts';
import { TransferPart } from './transfer-part.tsx';

const GiveUpDialog = dialogOnDemand(async () => (await import('./give-up-dialog.tsx')).GiveUpDialog);

/** The last section of a handle's details, for its owner: handing over the handle, or giving it up. */
export function HandOverSection({ handle }: { handle: Handle }) {
  const { hash } = useLocation();
  const frame = useRef<HTMLDivElement>(null);
  // The section is downloaded after the page, so the browser does not find the fragment of the address.
  useEffect(() => {
    if (hash === `#${HAND_OVER}`) frame.current?.scrollIntoView();
  }, [hash]);
  return (
    <div ref={frame} id={HAND_OVER} className="mt-8 scroll-mt-24 sm:mt-10">
      <Section title="Hand over or give up">
        {handle.givenUpUntil === undefined ? (
          <Ways handle={handle} />
        ) : (
          <Panel>
            <GivenUp handle={handle} until={handle.givenUpUntil} />
          </Panel>
        )}
      </Section>
    </div>
  );
}

function Ways({ handle }: { handle: Handle }) {
  const { data: team, error, isFetching, refetch } = useQuery(teamQuery(handle.id));
  const [isGivingUp, setGivingUp] = useState(false);
  if (!team) {
    return (
      <Loading
        label="Loading"
        failed={error !== null && errorText(error, 'We could not load this. Please try again.')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <>
      <Panel>
        <TransferPart handleId={handle.id} team={team} />
        <Part
          title="Give it up"
          about="Page and mail stop immediately. You can still keep the handle for 7 days; then everything that belongs to it is deleted."
        >
          <div>
            <Button variant="secondary" className="text-danger!" onClick={() => setGivingUp(true)}>
              Give up {handle.handle}
            </Button>
          </div>
        </Part>
      </Panel>
      <GiveUpDialog open={isGivingUp} handle={handle} onClose={() => setGivingUp(false)} />
    </>
  );
}

function GivenUp({ handle, until }: { handle: Handle; until: string }) {
  const keep = useKeepHandle(handle);
  return (
    <Part
      title="You gave it up"
      about={
        <>
          <Strong>{handle.handle}</Strong> is off: its page is offline, and mail to it is refused. You can keep it until{' '}
          {formatUtcDay(until)}, with everything as it was.
        </>
      }
    >
      <div>
        <Button variant="brand" busy={keep.isPending} onClick={() => keep.mutate()}>
          Keep it
        </Button>
      </div>
    </Part>
  );
}
