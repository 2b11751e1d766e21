/**
 * The result of one check. `wrong` needs a repair; `advice` recommends an improvement to a working installation; `note`
 * reports what the check could not decide or what will happen later.
 */
export type Finding = { kind: 'ok' | 'wrong' | 'advice' | 'note'; what: string; todo?: string };

export const ok = (what: string): Finding => ({ kind: 'ok', what });
export const wrong = (what: string, todo: string): Finding => ({ kind: 'wrong', what, todo });
export const advice = (what: string, todo: string): Finding => ({ kind: 'advice', what, todo });
export const note = (what: string): Finding => ({ kind: 'note', what });
