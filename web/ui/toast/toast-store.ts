import type { ReactNode } from 'react';

/** A new toast replaces the current one. */
const TOAST_LIMIT = 1;
export const TOAST_DURATION = 5000;
/** A dismissed toast stays in memory this long, so that its exit animation is never cut short. */
export const TOAST_REMOVE_DELAY = 1_000_000;

export interface ToastContent {
  title?: string;
  description?: ReactNode;
  action?: { label: string; onClick: () => void };
}

export interface ToastItem extends ToastContent {
  variant?: 'destructive';
  id: number;
  open: boolean;
}

let items: readonly ToastItem[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const removals = new Map<number, ReturnType<typeof setTimeout>>();

function replaceItems(next: readonly ToastItem[]): void {
  items = next;
  for (const listener of listeners) listener();
}

/** Shows a toast from anywhere and returns its id. */
export function toast(content: ToastContent): number {
  return add(content);
}

/** Shows a red toast. For a failed call, use `showFailure` of web/api/failure.ts. */
export function toastError(title: string, description: ReactNode): void {
  add({ title, description, variant: 'destructive' });
}

function add(content: Omit<ToastItem, 'id' | 'open'>): number {
  const id = nextId++;
  replaceItems([{ ...content, id, open: true }, ...items].slice(0, TOAST_LIMIT));
  return id;
}

/** Closes a toast and removes it after TOAST_REMOVE_DELAY. */
export function dismissToast(id: number): void {
  replaceItems(items.map((item) => (item.id === id ? { ...item, open: false } : item)));
  if (removals.has(id)) return;
  const timer = setTimeout(() => {
    removals.delete(id);
    replaceItems(items.filter((item) => item.id !== id));
  }, TOAST_REMOVE_DELAY);
  removals.set(id, timer);
}

/** For React's useSyncExternalStore. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToasts(): readonly ToastItem[] {
  return items;
}
