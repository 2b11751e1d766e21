import { CloudAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from '../../ui/form/button.tsx';
import { MessageState } from '../../ui/message-state.tsx';

interface CatchErrorsProps {
  /** Another place is another try. */
  place: string;
  children: ReactNode;
}

/** Draws its content, or the words for a screen that broke. React writes the cause to the console. */
export class CatchErrors extends Component<CatchErrorsProps, { brokenAt: string | null }> {
  override state = { brokenAt: null as string | null };

  static getDerivedStateFromProps({ place }: CatchErrorsProps, { brokenAt }: { brokenAt: string | null }) {
    return brokenAt === '' ? { brokenAt: place } : brokenAt === place ? null : { brokenAt: null };
  }

  static getDerivedStateFromError() {
    // getDerivedStateFromProps, which runs next, knows where.
    return { brokenAt: '' };
  }

  override render() {
    if (this.state.brokenAt === null) return this.props.children;
    return <RouteError onRetry={() => this.setState({ brokenAt: null })} />;
  }
}

/** Stands in place of a screen that broke. A screen that could not be loaded is a lost connection, or an old tab after an update. */
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
