import { Compass } from 'lucide-react';
import { Link } from 'react-router';
import { pages } from '../../../contract/paths.ts';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { MessageState } from '../../ui/message-state.tsx';
import type { PageMeta } from './page-meta.ts';

export const notFoundMeta: PageMeta = {
  title: '404 Page Not Found',
  description: "The page you're looking for doesn't exist or has been moved.",
  hidden: true,
};

/** The page for unknown addresses. */
export function NotFoundPage() {
  return (
    <div className="mx-auto w-full max-w-[40rem] px-4 py-16 sm:py-24">
      <MessageState
        level={1}
        icon={<Compass aria-hidden />}
        title="404 Page Not Found"
        action={
          <Link to={pages.home()} className={buttonStyle('primary')}>
            Go to Home
          </Link>
        }
      >
        <p>The page you're looking for doesn't exist or has been moved.</p>
      </MessageState>
    </div>
  );
}
