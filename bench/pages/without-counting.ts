import { VisitCounter } from '../../server/analytics/counting/visit-counter.ts';

// Loaded into the process of a server (node --import) to measure the cost of counting views.
VisitCounter.prototype.view = () => {};
