import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import type { Handle } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import { hasRight } from '../../contract/roles.ts';
import type { Team } from '../../contract/teams/teams.ts';
import { errorText } from '../api/error-text.ts';
import { useSite } from '../api/site.ts';
import { PickedHandleScreen, ScreenFrame } from '../own-handles/picked-handle-screen.tsx';
import { PlanNotice } from '../payments/shared/plan-notice.tsx';
import { Loading } from '../ui/section.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Strong } from '../ui/strong.tsx';
import { toast } from '../ui/toast/toast-store.ts';
import { ActivitySection } from './activity/activity-section.tsx';
import { MemberInboxSection } from './member-inbox-section.tsx';
import { MembersSection } from './members/members-section.tsx';
import { ROLE_NAMES, ROLE_TEXTS } from './role-text.ts';
import { handOverPath } from './shared/hand-over-path.ts';
import { teamQuery, useRefreshHandles } from './team-query.ts';

const FRAME = { title: 'Team', width: 'text' } as const;

/** `/app/manage-team`: the people who look after a handle. */
export function TeamScreen() {
  return (
    <PickedHandleScreen
      {...FRAME}
      about={({ handle }) => (
        <>
          The people who look after <Strong>{handle}</Strong>
        </>
      )}
      loading={<TeamLoading />}
      noHandle={{ icon: <UsersRound aria-hidden />, text: 'A team looks after a handle.' }}
    >
      {(handle) => <Content key={handle.id} handle={handle} />}
    </PickedHandleScreen>
  );
}

function Content({ handle }: { handle: Handle }) {
  const { mailDomain } = useSite();
  const navigate = useNavigate();
  const refreshHandles = useRefreshHandles();
  const { data: team, error, isFetching, refetch } = useQuery(teamQuery(handle.id));
  if (!team) {
    return (
      <Loading
        label="Loading the team"
        failed={error !== null && errorText(error, 'We could not load the team. Please try again.')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  async function afterLeaving() {
    toast({ title: 'You left the team', description: `${handle.handle} is no longer among your handles.` });
    await navigate(pages.manage());
    await refreshHandles();
  }
  const manages = hasRight(team, 'manage');
  return (
    <div className="grid grid-cols-1 gap-10 sm:gap-12">
      <TeamPart handle={handle} team={team} onLeft={() => void afterLeaving()} />
      {team.role !== 'owner' && <MemberInboxSection handleId={handle.id} team={team} mailDomain={mailDomain} />}
      {manages && <ActivitySection handleId={handle.id} />}
      {team.role === 'owner' && (
        <p className="text-sm text-soft">
          {team.transfer ? `You offered this handle to ${team.transfer.email}. ` : 'Want to leave this handle? '}
          <Link to={handOverPath(handle.handle)} className="font-semibold text-accent underline">
            {team.transfer ? 'See the offer' : 'Hand over or give up'}
          </Link>
        </p>
      )}
    </div>
  );
}

/** The members, or what a plan with teams adds. Members who were invited before the plan ended stay listed. */
function TeamPart({ handle, team, onLeft }: { handle: Handle; team: Team; onLeft: () => void }) {
  return (
    <>
      {team.role !== 'owner' && (
        <p className="-mb-4 rounded-card border border-border bg-surface p-4 text-sm text-pretty shadow-soft sm:px-6">
          You are <Strong>{ROLE_NAMES[team.role].toLowerCase()}</Strong> here. {ROLE_TEXTS[team.role]}
        </p>
      )}
      {!team.entitled && (
        <PlanNotice
          handle={handle}
          feature="teams"
          title="Look after this handle together"
          points={[
            'Invite assistants, colleagues or an agency. Nobody shares a password.',
            'Managers look after page and team, editors after the page.',
            'You decide who gets the mail, and a log shows who changed what.',
          ]}
        />
      )}
      {(team.entitled || handle.status !== 'active') && (
        <MembersSection handleId={handle.id} team={team} onLeft={onLeft} />
      )}
    </>
  );
}

/** The loading state of the screen. */
export function TeamLoading() {
  return (
    <ScreenFrame {...FRAME} subtitle={<Skeleton className="h-6 w-72 max-w-full" />}>
      <div role="status" aria-label="Loading the team" className="grid gap-4">
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-48 rounded-card!" />
      </div>
    </ScreenFrame>
  );
}
