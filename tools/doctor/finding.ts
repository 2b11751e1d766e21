/** One thing that the doctor looked at. A note is neither: it says what could not be judged, or what will come. */
export type Finding = { kind: 'ok' | 'wrong' | 'note'; what: string; todo?: string };

export const ok = (what: string): Finding => ({ kind: 'ok', what });
export const wrong = (what: string, todo: string): Finding => ({ kind: 'wrong', what, todo });
export const note = (what: string): Finding => ({ kind: 'note', what });
