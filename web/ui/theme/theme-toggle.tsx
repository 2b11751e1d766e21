import { Moon, Sun } from 'lucide-react';
import { useTheme } from './theme.tsx';

/**
 * Switches between light and dark. Both icons are in the markup and CSS shows one: the server cannot determine the theme.
 */
export function ThemeToggle() {
  const { toggleTheme } = useTheme();
  return (
    <button
      type="button"
      onClick={toggleTheme}
      aria-label="Toggle theme"
      className="grid size-11 place-items-center rounded-control text-soft transition-colors duration-150 hover:bg-hover hover:text-text"
    >
      <Moon className="size-5 dark:hidden" aria-hidden />
      <Sun className="hidden size-5 dark:block" aria-hidden />
    </button>
  );
}
