import type { Analytics } from '../../../contract/analytics/analytics.ts';
import { countryName } from '../country-name.ts';
import { type RankedItem, RankedList } from './ranked-list.tsx';

const DEVICES: Record<string, string> = { desktop: 'Computers', mobile: 'Phones', tablet: 'Tablets' };

/** Links, referrers, countries, devices and campaigns of the period. */
export function Breakdowns({ analytics }: { analytics: Analytics }) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-6 lg:grid-cols-2">
      <RankedList
        title="Links"
        of="Link"
        counted="Clicks"
        note="Clicks; a lower bound, because Firefox does not report them."
        empty="No clicks in this period."
        items={analytics.links.map(({ id, title, url, clicks }, place) => ({
          key: `${id ?? `gone-${place}`}`,
          name: title === '' ? 'Removed links' : <span title={url}>{title}</span>,
          count: clicks,
        }))}
      />
      <RankedList
        title="Where visits come from"
        of="Website"
        counted="Views"
        empty="No visits in this period."
        items={named(analytics.referrers, 'Other websites', (name) => (name === 'direct' ? 'Direct or unknown' : name))}
      />
      <RankedList
        title="Countries"
        of="Country"
        counted="Views"
        empty="No visits in this period."
        items={named(analytics.countries, 'Other countries', countryName)}
      />
      <RankedList
        title="Devices"
        of="Kind"
        counted="Views"
        empty="No visits in this period."
        items={named(analytics.devices, 'Other devices', (name) => DEVICES[name] ?? name)}
      />
      <RankedList
        title="Campaigns"
        of="Campaign"
        counted="Views"
        note="Source, medium and name of links with utm parameters."
        empty="No campaigns yet. Share your page with ?utm_source=newsletter at the end of its address to tell visits apart."
        items={named(analytics.campaigns, 'Other campaigns', (name) => name)}
      />
    </div>
  );
}

function named(list: Analytics['referrers'], others: string, show: (name: string) => string): RankedItem[] {
  return list.map(({ name, count }) => {
    const text = name === '' ? others : show(name);
    return { key: name, name: <span title={text}>{text}</span>, count };
  });
}
