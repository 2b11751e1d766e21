/** Steps that can be undone. Older ones are dropped. */
const MAX_STEPS = 100;
/** Edits of the same field within this time (ms) are one step. */
const SAME_STEP_MS = 1500;

interface Step<State> {
  /** The state before the edit. */
  before: State;
  /** The edited item, such as a field. */
  name: string;
  at: number;
}

/** States before and after the current one. `future` has the next state last. */
export interface History<State> {
  past: readonly Step<State>[];
  future: readonly State[];
}

export const NO_HISTORY: History<never> = { past: [], future: [] };

/** Records an edit. Typing in one field is one step until the user pauses. */
export function recorded<State>(
  history: History<State>,
  { before, name, at }: Step<State>,
  joins: boolean,
): History<State> {
  const last = history.past.at(-1);
  if (joins && last?.name === name && at - last.at < SAME_STEP_MS) {
    return { past: [...history.past.slice(0, -1), { ...last, at }], future: [] };
  }
  return { past: [...history.past, { before, name, at }].slice(-MAX_STEPS), future: [] };
}

/** Returns the state before the last step, and the history from there; undefined without a step. */
export function undone<State>(history: History<State>, current: State): [State, History<State>] | undefined {
  const last = history.past.at(-1);
  if (!last) return undefined;
  return [last.before, { past: history.past.slice(0, -1), future: [...history.future, current] }];
}

/** Returns the state after the step that was undone last, and the history from there; undefined if no step was undone. */
export function redone<State>(
  history: History<State>,
  current: State,
  at: number,
): [State, History<State>] | undefined {
  const next = history.future.at(-1);
  if (next === undefined) return undefined;
  return [next, { past: [...history.past, { before: current, name: '', at }], future: history.future.slice(0, -1) }];
}
