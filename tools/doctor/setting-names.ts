import { suspectSettings } from '../../server/platform/config/setting-names.ts';
import { type Finding, note } from './finding.ts';

/** Reports environment variables that look like misspelled settings. */
export function checkSettingNames(env: Record<string, string | undefined>): Finding[] {
  return suspectSettings(env).map(({ name, similar }) =>
    note(`${name} is not a setting and has no effect${similar ? `: did you mean ${similar}?` : ''}`),
  );
}
