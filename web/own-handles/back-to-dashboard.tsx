import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { pages } from '../../contract/paths.ts';

/** The back link above the title of a settings screen. */
export function BackToDashboard() {
  return (
    <Link
      to={pages.manage()}
      className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-sm font-medium text-soft hover:text-text"
    >
      <ArrowLeft className="size-4" aria-hidden /> Back to Dashboard
    </Link>
  );
}
