/** A page that an owner edits. */
export interface EditedPage {
  handle: string;
  /** The number of the last edit that got 200, and of the last one that was sent. */
  acknowledged: number;
  sent: number;
}

/** What a run saw. */
export interface ClusterResult {
  /** Messages that got 250, and how often each message arrived. */
  accepted: string[];
  arrived: Map<string, number>;
  /** Handles whose claim got 201, and the display names in the database by handle. */
  claimed: string[];
  stored: Map<string, string | null>;
  pages: EditedPage[];
  edits: number;
  /** Failed reads of the page that nobody edits while there was no primary. */
  quietFailures: number;
}

/** The least load that a run needs to prove something. */
const LEAST = { accepted: 100, edits: 100, claimed: 20 };

/** Returns what a run has lost, and what kept it from finding out. */
export function clusterFailures(result: ClusterResult): string[] {
  const { accepted, claimed, edits, quietFailures } = result;
  const failures = [...lostMail(result), ...lostWrites(result)];
  if (quietFailures > 0) {
    failures.push(`${quietFailures} reads of a page that nobody edits failed while there was no primary`);
  }
  if (accepted.length <= LEAST.accepted || edits <= LEAST.edits || claimed.length <= LEAST.claimed) {
    failures.push('there was too little load');
  }
  return failures;
}

/** Returns a line if messages that got 250 did not arrive. */
export function lostMail({ accepted, arrived }: Pick<ClusterResult, 'accepted' | 'arrived'>): string[] {
  const lost = accepted.filter((id) => !arrived.has(id));
  if (lost.length === 0) return [];
  return [`${lost.length} accepted messages did not arrive: ${lost.slice(0, 10).join(', ')}`];
}

/** Returns a line for each claim and each edit that was acknowledged and that the database does not have. */
export function lostWrites({ claimed, pages, stored }: Pick<ClusterResult, 'claimed' | 'pages' | 'stored'>): string[] {
  return [
    ...claimed.filter((handle) => !stored.has(handle)).map((handle) => `claim of ${handle}`),
    ...pages.flatMap(({ handle, acknowledged }) => {
      const edit = editIn(stored.get(handle) ?? '');
      return edit < acknowledged ? [`edit ${acknowledged} of ${handle}: the database has ${edit}`] : [];
    }),
  ];
}

/** Whether a page shows the last acknowledged edit, or one that was sent after it and got no response. */
export function isFresh({ acknowledged, sent }: EditedPage, html: string): boolean {
  const shown = editIn(html);
  return shown >= acknowledged && shown <= sent;
}

/** Returns the number of the edit in a display name or a page; 0 if there is none. */
function editIn(text: string): number {
  return Number(/Edit (\d+)/.exec(text)?.[1] ?? 0);
}
