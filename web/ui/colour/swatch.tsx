/** A colour with its name, such as #1a2b3c. */
export function Swatch({ colour }: { colour: string }) {
  return (
    <span className="inline-flex items-center gap-1 font-mono whitespace-nowrap">
      <span
        aria-hidden
        className="inline-block size-3.5 forced-color-adjust-none rounded-full border border-border align-[-0.125rem]"
        style={{ background: colour }}
      />
      {colour}
    </span>
  );
}

/**
 * The smallest difference between two colours that people notice without comparing: a sum over channels of 0 to 255.
 */
const VISIBLE_DIFFERENCE = 40;

/** Returns whether people see that two colours differ. */
export function differsVisibly(one: string, other: string): boolean {
  const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const others = channels(other);
  const difference = channels(one).reduce((sum, channel, at) => sum + Math.abs(channel - (others[at] ?? 0)), 0);
  return difference > VISIBLE_DIFFERENCE;
}
