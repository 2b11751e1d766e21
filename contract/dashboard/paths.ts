/** Paths of the calls of the dashboard. Separate from those of all screens, because visitors load those. */
export const dashboardCalls = {
  /** Paged like `GET /api/handles`, with the same handles on the same page. */
  handleFigures: () => '/api/handle-figures',
  firstRun: () => '/api/first-run',
} as const;
