import { expect, it } from 'vitest';
import { ACTIONS } from '../../../contract/teams/teams.ts';
import { activityText } from './activity-text.ts';

it('gives changed fields readable names', () => {
  expect(activityText({ action: 'profile.changed', details: ['displayName', 'bio'], by: 'ada@example.com' })).toEqual({
    verb: 'changed the profile',
    object: '',
    fields: 'display name, bio',
  });
});

it('puts the person concerned after the verb', () => {
  expect(activityText({ action: 'member.invited', details: ['anna@example.com'], by: 'ada@example.com' })).toEqual({
    verb: 'invited',
    object: 'anna@example.com',
    fields: '',
  });
});

it('names a person who joins only once', () => {
  expect(activityText({ action: 'member.joined', details: ['anna@example.com'], by: 'anna@example.com' })).toEqual({
    verb: 'joined the team',
    object: '',
    fields: '',
  });
});

it('has a text for every action', () => {
  expect(ACTIONS.filter((action) => !activityText({ action, details: [], by: null }).verb)).toEqual([]);
});
