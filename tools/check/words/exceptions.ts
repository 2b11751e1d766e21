import type { Exception } from './find-lost.ts';

/** Texts that keep a word that lost. Each must still be somewhere in the code. */
export const EXCEPTIONS: Exception[] = [];
