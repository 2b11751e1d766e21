import { platformLabel } from './platform-label.ts';

/** A plain list of links in display order, each with its platform and user name. */
export function ShownLinks({ links }: { links: readonly { platform: string; username: string }[] }) {
  if (links.length === 0) return <span className="text-soft">No links</span>;
  return (
    <ul className="grid gap-0.5">
      {links.map(({ platform, username }) => (
        <li key={platform}>
          {platformLabel(platform)} <span className="text-soft">{username}</span>
        </li>
      ))}
    </ul>
  );
}
