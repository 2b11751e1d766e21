import { CloudAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { Button } from '../ui/button.tsx';
import { MessageState } from '../ui/message-state.tsx';

/** Stands in place of a screen that broke. A screen that could not be loaded is usually an old tab after an update. */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <main className="mx-auto w-full max-w-[40rem] px-4 py-16 sm:py-24">
      <MessageState
        level={1}
        icon={<CloudAlert aria-hidden />}
        title="Something went wrong"
        action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
      >
        <p>This screen tripped over its own feet. Nothing of yours is lost.</p>
      </MessageState>
    </main>
  );
}
