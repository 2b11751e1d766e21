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
const STORAGE_KEY = 'theme';

interface ThemeControl {
  theme: Theme;
  setTheme: (theme: Theme) => void;
  toggleTheme: () => void;
}

const ThemeContext = createContext<ThemeControl | null>(null);
const listeners = new Set<() => void>();
/** Used where the browser blocks storage. */
let memoryTheme: Theme = 'light';

function readTheme(): Theme {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'dark' ? 'dark' : 'light';
  } catch {
    return memoryTheme;
  }
}

function saveTheme(theme: Theme): void {
  memoryTheme = theme;
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Storage is blocked: the theme lasts for this page only.
  }
  applyTheme();
  for (const listener of listeners) listener();
}

function applyTheme(): void {
  document.documentElement.classList.toggle('dark', readTheme() === 'dark');
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== STORAGE_KEY) return;
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

/** Stores the theme in localStorage under `theme` and sets the class `dark` on the root element; light by default. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const theme = useSyncExternalStore<Theme>(subscribe, readTheme, () => 'light');
  // Applies the stored value, not `theme`: during hydration `theme` is still the light default.
  useEffect(applyTheme, []);
  const toggleTheme = useCallback(() => saveTheme(readTheme() === 'dark' ? 'light' : 'dark'), []);
  const control = useMemo(() => ({ theme, setTheme: saveTheme, toggleTheme }), [theme, toggleTheme]);
  return <ThemeContext.Provider value={control}>{children}</ThemeContext.Provider>;
}

/** Returns the theme and functions that change it. */
export function useTheme(): ThemeControl {
  const control = useContext(ThemeContext);
  if (!control) throw new Error('useTheme must be used within a ThemeProvider');
  return control;
}
