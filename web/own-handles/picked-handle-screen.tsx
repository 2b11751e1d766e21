import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Handle } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import { hasRight, type Right } from '../../contract/roles.ts';
import { errorText } from '../api/error-text.ts';
import { buttonStyle } from '../ui/form/button-style.ts';
import { ErrorState, MessageState } from '../ui/message-state.tsx';
import { BackToDashboard } from './back-to-dashboard.tsx';
import { HandlePicker } from './handle-picker.tsx';
import { NotShared } from './not-shared.tsx';
import { usePickedHandle } from './picked-handle.ts';

interface PickedHandleScreenProps {
  title: string;
  /** The width of the screen. */
  width: 'page' | 'text';
  /** The line below the title. */
  about: (handle: Handle) => ReactNode;
  /** Shown while the handles are loading; it has its own frame. */
  loading: ReactNode;
  /** Shown to an account without handles. */
  noHandle: { icon: ReactNode; text: string };
  /** The right to open the screen; without it, the screen only explains who can. */
  needs?: Right;
  children: (handle: Handle) => ReactNode;
}

/** A screen about one handle: that of `?handle=`, or the first. It has a picker if the account has several. */
export function PickedHandleScreen({
  about,
  loading,
  noHandle,
  needs = 'page',
  children,
  ...frame
}: PickedHandleScreenProps) {
  const { handle, name, several, error, busy, retry, pick } = usePickedHandle();
  if (error) {
    return (
      <ScreenFrame {...frame}>
        <ErrorState
          message={errorText(error, 'We could not load your handles. Please try again.')}
          busy={busy}
          onRetry={retry}
        />
      </ScreenFrame>
    );
  }
  if (handle === undefined) return loading;
  if (handle === null && name !== '') {
    return (
      <ScreenFrame {...frame}>
        <MessageState
          icon={<SearchX aria-hidden />}
          title={`${name} is not among your handles`}
          action={
            <Link to={pages.manage()} className={buttonStyle('primary')}>
              Show Your Handles
            </Link>
          }
        >
          <p>It was handed over or given up, or you are not in its team.</p>
        </MessageState>
      </ScreenFrame>
    );
  }
  if (handle === null) {
    return (
      <ScreenFrame {...frame}>
        <MessageState
          icon={noHandle.icon}
          title="No handle yet"
          action={
            <Link to={pages.create()} className={buttonStyle('brand', 'large')}>
              Create Handle
            </Link>
          }
        >
          <p>{noHandle.text}</p>
        </MessageState>
      </ScreenFrame>
    );
  }
  const subtitle = (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 wrap-anywhere">{about(handle)}</p>
      {several && <HandlePicker picked={handle.handle} onPick={pick} />}
    </div>
  );
  return (
    <ScreenFrame {...frame} subtitle={subtitle}>
      {hasRight(handle, needs) ? (
        children(handle)
      ) : (
        <NotShared handle={handle.handle} title={`${frame.title}: not part of your role`}>
          {`You look after the page of ${handle.handle}. Its owner can make you a manager, which includes this screen.`}
        </NotShared>
      )}
    </ScreenFrame>
  );
}

interface ScreenFrameProps extends Pick<PickedHandleScreenProps, 'title' | 'width'> {
  subtitle?: ReactNode;
  children: ReactNode;
}

const WIDTHS = { page: 'page-width', text: 'mx-auto w-full max-w-[50rem] px-4' };

/** Back link, title and subtitle of a screen about one handle. */
export function ScreenFrame({ title, width, subtitle, children }: ScreenFrameProps) {
  return (
    <div className={`${WIDTHS[width]} pt-4 pb-16 sm:pt-8`}>
      <BackToDashboard />
      <h1 className="mt-2 text-2xl font-bold sm:text-3xl">{title}</h1>
      <div className="mt-1 mb-6 text-soft sm:mb-8">{subtitle}</div>
      {children}
    </div>
  );
}
