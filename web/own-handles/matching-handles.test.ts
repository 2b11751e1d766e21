import { expect, it } from 'vitest';
import { matchingHandles } from './matching-handles.ts';

const handles = ['ada-lovelace', 'the-real-ada', 'grace-hopper'].map((handle) => ({ handle }));
const found = (typed: string) => matchingHandles(handles, typed).map(({ handle }) => handle);

it('finds the text anywhere in a handle, prefixes first, ignoring case', () => {
  expect(found('ADA')).toEqual(['ada-lovelace', 'the-real-ada']);
  expect(found('real')).toEqual(['the-real-ada']);
  expect(found(' @grace')).toEqual(['grace-hopper']);
  expect(found('nobody')).toEqual([]);
});

it('returns all handles in order for an empty search', () => {
  expect(found(' ')).toEqual(['ada-lovelace', 'the-real-ada', 'grace-hopper']);
});
