import type { Page, Route } from '@playwright/test';
import type { MemberInbox } from '../../../contract/teams/member-inbox.ts';
import type { Activity, Invitations, Member, Team } from '../../../contract/teams/teams.ts';
import { DAY } from '../../../contract/time.ts';

const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

const LONG = 'somebody.with.a.very.long.name@department.of-a-rather-long-company.example';

const TEAM: Team = {
  handle: 'ada',
  plan: 'Deluxe',
  entitled: true,
  availableFrom: 'Deluxe',
  paidUntil: ago(-200),
  role: 'owner',
  receivesMail: true,
  memberId: null,
  owner: { email: 'ada@lovelace.example' },
  transfer: null,
};

const MEMBERS: Member[] = [
  {
    id: 1,
    email: 'charles@babbage.example',
    role: 'manager',
    status: 'member',
    invitedAt: ago(60),
    expiresAt: null,
    joinedAt: ago(59),
    mail: true,
    receivesMail: true,
    inboxesSet: ['acme@elsewhere.example'],
  },
  {
    id: 2,
    email: LONG,
    role: 'editor',
    status: 'member',
    invitedAt: ago(9),
    expiresAt: null,
    joinedAt: ago(8),
    mail: false,
    receivesMail: false,
    inboxesSet: [],
  },
  {
    id: 3,
    email: 'mary@somerville.example',
    role: 'editor',
    status: 'invited',
    invitedAt: ago(2),
    expiresAt: ago(-12),
    joinedAt: null,
    mail: false,
    receivesMail: false,
    inboxesSet: [],
  },
  {
    id: 4,
    email: 'late@elsewhere.example',
    role: 'manager',
    status: 'expired',
    invitedAt: ago(20),
    expiresAt: ago(6),
    joinedAt: null,
    mail: true,
    receivesMail: false,
    inboxesSet: [],
  },
];

const ACTIVITY: Activity[] = [
  { id: 6, at: ago(0.01), by: 'charles@babbage.example', action: 'links.changed', details: [] },
  { id: 5, at: ago(0.2), by: LONG, action: 'profile.changed', details: ['displayName', 'bio'] },
  { id: 4, at: ago(2), by: 'ada@lovelace.example', action: 'member.invited', details: ['mary@somerville.example'] },
  { id: 3, at: ago(8), by: LONG, action: 'member.joined', details: [] },
  { id: 2, at: ago(30), by: null, action: 'auto-reply.changed', details: ['text', 'until'] },
  { id: 1, at: ago(59), by: 'charles@babbage.example', action: 'app-password.created', details: ['Gmail'] },
];

const INVITATIONS: Invitations = {
  invitations: [
    { id: 1, handle: 'bbc', role: 'editor', invitedBy: LONG, expiresAt: ago(-13) },
    { id: 2, handle: 'math', role: 'manager', invitedBy: 'euler@basel.example', expiresAt: ago(-2) },
  ],
  transfers: [
    {
      id: 3,
      handle: 'ada',
      plan: 'Deluxe',
      offeredBy: 'ada@lovelace.example',
      paidUntil: ago(-200),
      expiresAt: ago(-9),
    },
  ],
};

const NO_INBOX: MemberInbox = { address: null, pendingAddress: null, wanted: true, pausedAt: null };

export interface TeamMocks {
  team?: Partial<Team> | 'failure' | 'waiting';
  members?: Member[] | 'failure';
  activity?: Activity[] | 'failure';
  inbox?: Partial<MemberInbox>;
  invitations?: Invitations;
}

/** Responds to the reads of the team screens. */
export async function mockTeam(page: Page, mocks: TeamMocks = {}): Promise<void> {
  const respond = (body: object | 'failure' | 'waiting') => async (route: Route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    if (body === 'waiting') return;
    if (body === 'failure') {
      const message = 'We cannot reach our database at the moment. Please try again in a minute.';
      return route.fulfill({ status: 503, json: { code: 'unavailable', message } });
    }
    return route.fulfill({ json: body });
  };
  const team = typeof mocks.team === 'string' ? mocks.team : { ...TEAM, ...mocks.team };
  await page.route('**/api/handles/*/team', respond(team));
  await page.route('**/api/handles/*/members', respond(mocks.members ?? MEMBERS));
  await page.route('**/api/handles/*/activity?*', respond(mocks.activity ?? ACTIVITY));
  await page.route('**/api/handles/*/member-inbox', respond({ ...NO_INBOX, ...mocks.inbox }));
  await page.route('**/api/invitations', respond(mocks.invitations ?? INVITATIONS));
}
