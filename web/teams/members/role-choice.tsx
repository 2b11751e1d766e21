import { MEMBER_ROLES, type MemberRole } from '../../../contract/roles.ts';
import { ROLE_NAMES, ROLE_TEXTS } from '../role-text.ts';

/** Chooses the role of somebody who is invited. */
export function RoleChoice({ role, onPick }: { role: MemberRole; onPick: (role: MemberRole) => void }) {
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1.5 text-sm font-medium">Role</legend>
      {MEMBER_ROLES.map((one) => (
        <label
          key={one}
          className="relative flex cursor-pointer gap-3 rounded-control border border-field px-3.5 py-3 transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-accent-surface/40 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="role"
            value={one}
            checked={one === role}
            onChange={() => onPick(one)}
            className="mt-1 size-4 shrink-0 accent-(--accent)"
          />
          <span className="grid gap-0.5">
            <span className="font-medium">{ROLE_NAMES[one]}</span>
            <span className="text-sm text-soft">{ROLE_TEXTS[one]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
