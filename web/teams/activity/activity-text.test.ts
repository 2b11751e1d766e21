import { expect, it } from 'vitest';
import { ACTIONS } from '../../../contract/teams/teams.ts';
import { activityText } from './activity-text.ts';

it('names the changed fields in words', () => {
  expect(activityText({ action: 'profile.changed', details: ['displayName', 'bio'] })).toEqual({
    verb: 'changed the profile',
    object: '',
    fields: 'display name, bio',
  });
});

it('puts the person concerned after the verb', () => {
  expect(activityText({ action: 'member.invited', details: ['anna@example.com'] })).toEqual({
    verb: 'invited',
    object: 'anna@example.com',
    fields: '',
  });
});

it('has a text for every action', () => {
  expect(ACTIONS.filter((action) => !activityText({ action, details: [] }).verb)).toEqual([]);
});
