import { VisitCounter } from '../../server/analytics/counting/visit-counter.ts';

// Loaded into the process of a server (node --import) to measure what counting views costs.
VisitCounter.prototype.view = () => {};
