import { CloudAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from '../../ui/form/button.tsx';
import { MessageState } from '../../ui/message-state.tsx';

interface ScreenErrorBoundaryProps {
  /** The error is cleared when the location changes. */
  locationKey: string;
  children: ReactNode;
}

/** An error boundary for screens. React logs the error to the console. */
export class ScreenErrorBoundary extends Component<ScreenErrorBoundaryProps, { failedAt: string | null }> {
  override state = { failedAt: null as string | null };

  static getDerivedStateFromProps(
    { locationKey }: ScreenErrorBoundaryProps,
    { failedAt }: { failedAt: string | null },
  ) {
    return failedAt === '' ? { failedAt: locationKey } : failedAt === locationKey ? null : { failedAt: null };
  }

  static getDerivedStateFromError() {
    // getDerivedStateFromProps runs next and replaces this with the location key.
    return { failedAt: '' };
  }

  override render() {
    if (this.state.failedAt === null) return this.props.children;
    return <RouteError onRetry={() => this.setState({ failedAt: null })} />;
  }
}

/** Shown for a screen that failed: it threw, the connection is lost, or a new version was deployed since the tab opened. */
function RouteError({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="mx-auto w-full max-w-[40rem] px-4 py-16 sm:py-24">
      <MessageState
        level={1}
        icon={<CloudAlert aria-hidden />}
        title="Something went wrong"
        action={
          <>
            <Button onClick={onRetry}>Try Again</Button>
            <Button variant="secondary" onClick={() => window.location.reload()}>
              Reload the page
            </Button>
          </>
        }
      >
        <p>This screen could not be shown. Check your connection and try again, or reload the page.</p>
      </MessageState>
    </div>
  );
}
