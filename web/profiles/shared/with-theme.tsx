import type { ReactNode } from 'react';
import { useTheme } from '../../public-page/themes/use-theme.ts';
import { ErrorState } from '../../ui/message-state.tsx';

interface WithThemeProps {
  template: string;
  /** Shown while the theme is downloaded. */
  waiting?: ReactNode;
  /** Draws the page; called once its theme is available. */
  children: () => ReactNode;
}

/** Draws a page once its theme is downloaded. */
export function WithTheme({ template, waiting = null, children }: WithThemeProps): ReactNode {
  const { Drawing, failures, busy, retry } = useTheme(template);
  if (Drawing) return children();
  if (failures === 0) return waiting;
  return (
    <ErrorState
      message="This part could not be loaded. Check your connection and try again."
      onRetry={retry}
      busy={busy}
    />
  );
}
