import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react';

export type Theme = 'light' | 'dark';
const KEY = 'theme';

interface ThemeControl {
  theme: Theme;
  setTheme: (theme: Theme) => void;
  toggleTheme: () => void;
}

const ThemeContext = createContext<ThemeControl | null>(null);
const listeners = new Set<() => void>();
/** Stands in where the browser forbids storage. */
let unsaved: Theme = 'light';

function readTheme(): Theme {
  try {
    return localStorage.getItem(KEY) === 'dark' ? 'dark' : 'light';
  } catch {
    return unsaved;
  }
}

function saveTheme(theme: Theme): void {
  unsaved = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Kept for this page only.
  }
  applyTheme();
  for (const listener of listeners) listener();
}

function applyTheme(): void {
  document.documentElement.classList.toggle('dark', readTheme() === 'dark');
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== KEY) return;
    applyTheme();
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** Keeps the theme under `theme` in the browser's storage and as the class `dark` on the root; light by default. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const theme = useSyncExternalStore<Theme>(subscribe, readTheme, () => 'light');
  // Applies what is saved, not `theme`: while React takes over the server's page, `theme` is still its light default.
  useEffect(applyTheme, []);
  const toggleTheme = useCallback(() => saveTheme(readTheme() === 'dark' ? 'light' : 'dark'), []);
  const control = useMemo(() => ({ theme, setTheme: saveTheme, toggleTheme }), [theme, toggleTheme]);
  return <ThemeContext.Provider value={control}>{children}</ThemeContext.Provider>;
}

/** The theme and how to change it. */
export function useTheme(): ThemeControl {
  const control = useContext(ThemeContext);
  if (!control) throw new Error('useTheme must be used within a ThemeProvider');
  return control;
}
