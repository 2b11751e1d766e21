import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Handle } from '../../../../contract/handles/handles.ts';
import { pages } from '../../../../contract/paths.ts';
import { hasRight } from '../../../../contract/roles.ts';
import { useCurrentUser } from '../../../accounts/current-user.ts';
import { EditorScreen } from '../../../editor/editor-screen.tsx';
import {
  LinksError,
  LinksHeading,
  LinksLoading,
  LinksNoHandle,
  LinksWaiting,
} from '../../../editor/links/links-states.tsx';
import { LookError, LookHeading, LookLoading, LookNoHandle, LookWaiting } from '../../../editor/look/look-states.tsx';
import {
  DetailsError,
  DetailsHeading,
  DetailsLoading,
  DetailsNotFound,
  DetailsWaiting,
} from '../../../editor/settings/details-states.tsx';
import type { EditedHandle, HandleReference } from '../../../editor/use-edited-handle.ts';
import { useKeptHandle } from '../../../editor/use-kept-handle.ts';
import { useRefreshForwarding } from '../../../forwarding/forwarding-query.ts';
import {
  AllHandlesLink,
  MailHeading,
  MailLoading,
  MailNotFound,
  MailTabError,
  MailWaiting,
  ManageEmailLoading,
} from '../../../forwarding/mail-states.tsx';
import type { VerifiedClaim } from '../../../forwarding/verified-dialog.tsx';
import { BackToDashboard } from '../../../own-handles/back-to-dashboard.tsx';
import { type EditorTab, tabPath } from '../../../own-handles/tabs/tabs.ts';
import { dialogOnDemand } from '../../../ui/dialog/dialog-on-demand.tsx';
import { askToLeave } from '../../../ui/dialog/unsaved-changes-guard.ts';
import { partOnDemand } from '../../../ui/on-demand.tsx';
import { handleIn } from '../manage-handle-path.ts';
import { SignedInOnly } from './login-required.tsx';

const LinksTab = partOnDemand(
  async () => (await import('../../../editor/links/links-tab.tsx')).LinksTab,
  <LinksWaiting />,
);
const LookTab = partOnDemand(async () => (await import('../../../editor/look/look-tab.tsx')).LookTab, <LookWaiting />);
const SettingsForm = partOnDemand(
  async () => (await import('../../../editor/settings/settings-form.tsx')).SettingsForm,
  <DetailsWaiting />,
);
const HandOverSection = partOnDemand(
  async () => (await import('../../../teams/transfer/hand-over-section.tsx')).HandOverSection,
);
const HandleMailTab = partOnDemand(async () => (await import('./mail-tabs.tsx')).HandleMailTabs, <MailWaiting />);
const ManageEmail = partOnDemand(
  async () => (await import('../../../forwarding/manage-email.tsx')).ManageEmail,
  <ManageEmailLoading />,
);
const HandlePictureDialog = dialogOnDemand(
  async () => (await import('../../../uploads/handle-picture-dialog.tsx')).HandlePictureDialog,
);
const VerifiedCelebration = dialogOnDemand(
  async () => (await import('../../../forwarding/verified-celebration.tsx')).VerifiedCelebration,
);

const TABS = { links: LinksTab, look: LookTab, details: SettingsForm, mail: HandleMailTab };

/** The screens of one handle, as tabs of one editor. Unsaved changes stay when the user changes tabs. */
export function EditorRoute() {
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const place = placeOf(pathname, query);
  // While the handle is loading.
  useEffect(() => (place === 'all-mail' ? ManageEmail : TABS[place.tab]).preload(), [place]);
  return (
    <>
      <SignedInOnly fallback={<Loading place={place} />}>
        {place === 'all-mail' ? <ManageEmail /> : <Editor place={place} />}
      </SignedInOnly>
      <VerifiedNotice />
    </>
  );
}

interface Place {
  tab: EditorTab;
  reference: HandleReference;
}

/** Returns the tab and the handle that an address names; `all-mail` for the mail of all handles. */
function placeOf(pathname: string, query: URLSearchParams): Place | 'all-mail' {
  const name = query.get('handle') || null;
  const named = name === null ? 'first' : { name };
  if (pathname === pages.manageSocial()) return { tab: 'links', reference: named };
  if (pathname === pages.manageAppearance()) return { tab: 'look', reference: named };
  if (pathname !== pages.manageEmail()) return { tab: 'details', reference: { name: handleIn(pathname) } };
  const id = readId(query.get('handleId'));
  return id === null ? 'all-mail' : { tab: 'mail', reference: { id } };
}

/** Parses the id in the query: null if it is missing, and 0, which no handle has, if it is invalid. */
function readId(text: string | null): number | null {
  if (text === null || text === '') return null;
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
}

function nameIn({ reference }: Place): string {
  return typeof reference === 'object' && 'name' in reference ? reference.name : '';
}

function Loading({ place }: { place: Place | 'all-mail' }) {
  if (place === 'all-mail') return <ManageEmailLoading />;
  if (place.tab === 'links') return <LinksLoading />;
  if (place.tab === 'look') return <LookLoading />;
  return place.tab === 'mail' ? <MailLoading /> : <DetailsLoading name={nameIn(place)} />;
}

function Editor({ place }: { place: Place }) {
  const edited = useKeptHandle(place.reference);
  const navigate = useNavigate();
  const { tab } = place;
  const { handle, several, isFirst, isGone } = edited;
  if (!handle) return <WithoutHandle place={place} edited={edited} />;
  return (
    <EditorScreen
      key={handle.id}
      tab={tab}
      handle={handle}
      isGone={isGone}
      several={several}
      isFirst={isFirst}
      onPick={(name) => askToLeave(() => void navigate(pathFor(tab, name), { replace: tab !== 'details' }))}
      back={tab === 'mail' ? <AllHandlesLink /> : <BackToDashboard />}
      loading={<Loading place={place} />}
      uploadDialog={(slot) => <HandlePictureDialog {...slot} handleId={handle.id} />}
    >
      {(formId) => <TabContent tab={tab} handle={handle} formId={formId} />}
    </EditorScreen>
  );
}

/** Returns the path of a tab for a handle that is known only by name. */
function pathFor(tab: EditorTab, name: string): string {
  // Mail is addressed by the id of the handle.
  return tab === 'mail'
    ? tabPath('links', { id: 0, handle: name }, false)
    : tabPath(tab, { id: 0, handle: name }, false);
}

function TabContent({ tab, handle, formId }: { tab: EditorTab; handle: Handle; formId: string }): ReactNode {
  switch (tab) {
    case 'links':
      return (
        <>
          <LinksHeading name={handle.handle} />
          <LinksTab />
        </>
      );
    case 'look':
      return (
        <>
          <LookHeading handle={handle} />
          <LookTab />
        </>
      );
    case 'details':
      return (
        <>
          <DetailsHeading name={handle.handle} />
          <SettingsForm id={formId} />
          {handle.role === 'owner' && <HandOverSection handle={handle} />}
        </>
      );
    case 'mail':
      return (
        <>
          <MailHeading name={handle.handle} isShared={hasRight(handle, 'mail')} />
          <HandleMailTab handle={handle} />
        </>
      );
  }
}

function WithoutHandle({ place, edited }: { place: Place; edited: EditedHandle }) {
  const { handle, error, busy, retry } = edited;
  const { tab } = place;
  if (handle === null) {
    if (tab === 'mail') return <MailNotFound />;
    if (tab === 'details' || nameIn(place) !== '') return <DetailsNotFound />;
    return tab === 'links' ? <LinksNoHandle /> : <LookNoHandle />;
  }
  if (!error) return <Loading place={place} />;
  if (tab === 'details') return <DetailsError name={nameIn(place)} busy={busy} onRetry={retry} />;
  if (tab === 'mail') return <MailTabError busy={busy} onRetry={retry} />;
  if (tab === 'links') return <LinksError error={error} busy={busy} onRetry={retry} />;
  return <LookError busy={busy} onRetry={retry} />;
}

/** Confirms that an inbox was verified, whether or not the user is signed in. */
function VerifiedNotice() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const refresh = useRefreshForwarding();
  const [verified, setVerified] = useState<VerifiedClaim | null>(null);
  const { data: user, isPending } = useCurrentUser();
  const isVerified = query.get('verified') === 'true';
  const close = useCallback(() => setVerified(null), []);
  // Runs in an effect because dialogs are not rendered on the server. Clears the query immediately: a reload would show
  // the confirmation again.
  useEffect(() => {
    if (!isVerified) return;
    setVerified({
      handle: query.get('handle') ?? '',
      email: query.get('email') ?? '',
      takesOver: query.get('takesOver') === 'true',
    });
    void navigate(pages.manageEmail(), { replace: true });
    void refresh();
  }, [isVerified, query, navigate, refresh]);
  if (!verified || isPending) return null;
  return (
    <VerifiedCelebration
      claim={verified}
      signedIn={Boolean(user)}
      onClose={close}
      onDashboard={() => void navigate(pages.manage())}
    />
  );
}
