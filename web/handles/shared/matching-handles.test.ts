import { expect, it } from 'vitest';
import { matchingHandles } from './matching-handles.ts';

const handles = ['ada-lovelace', 'the-real-ada', 'grace-hopper'].map((handle) => ({ handle }));
const found = (typed: string) => matchingHandles(handles, typed).map(({ handle }) => handle);

it('finds what is typed anywhere in a handle, beginnings first, whatever the case', () => {
  expect(found('ADA')).toEqual(['ada-lovelace', 'the-real-ada']);
  expect(found('real')).toEqual(['the-real-ada']);
  expect(found(' @grace')).toEqual(['grace-hopper']);
  expect(found('nobody')).toEqual([]);
});

it('answers all, in their order, where nothing is typed', () => {
  expect(found(' ')).toEqual(['ada-lovelace', 'the-real-ada', 'grace-hopper']);
});
