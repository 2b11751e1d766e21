/** A network with the syntax of its user names and the texts of its form field. */
export interface Network {
  id: string;
  name: string;
  /** Prefix of the address of a profile: an https URL with a trailing slash; empty if the name is in the host. */
  base: string;
  /** True if the address has an @ before the user name. */
  at: boolean;
  /** Label of the form field. */
  label: string;
  /** Placeholder of the form field. */
  example: string;
  /** Text below the form field while it is empty. */
  hint: string;
  /** Pattern of a name without its leading @. Adjacent character classes are disjoint, which prevents backtracking. */
  shape: RegExp;
  /** Message for a rejected name. */
  fault: string;
  /** Hosts that are equivalent to the host of the base address. */
  aliases?: readonly string[];
  /** Other hosts of the network; their addresses are linked unchanged. */
  hosts?: readonly string[];
  /** A subdomain is a profile, whose address has no path. */
  hasSubdomains?: true;
  /** First path segments that are not names. */
  pages?: readonly string[];
}

/** Defaults for values that a row omits. */
const DEFAULTS = {
  base: '',
  at: false,
  label: 'Username',
  example: 'username',
  hint: 'Your name there, or the address of your page there.',
  fault: 'This is not a username there: check it for spaces and special characters.',
};
export type NetworkRow = Omit<Network, 'id' | keyof typeof DEFAULTS> & Partial<typeof DEFAULTS>;

/** Returns the networks of a table, in its order. */
export function networksIn<Id extends string>(rows: Record<Id, NetworkRow>): (Network & { id: Id })[] {
  return (Object.keys(rows) as Id[]).map((id) => ({ id, ...DEFAULTS, ...rows[id] }));
}
