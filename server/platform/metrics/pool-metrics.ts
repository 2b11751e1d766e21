import type pg from 'pg';
import { gauge } from './registry.ts';

const pools = new Set<pg.Pool>();

gauge('nameplate_database_connections', 'Connections of the pools of this process', ['state'], () => {
  const sum = (count: (pool: pg.Pool) => number) => [...pools].reduce((total, pool) => total + count(pool), 0);
  return [
    { labels: { state: 'open' }, value: sum(({ totalCount }) => totalCount) },
    { labels: { state: 'idle' }, value: sum(({ idleCount }) => idleCount) },
    { labels: { state: 'limit' }, value: sum(({ options }) => options.max) },
  ];
});
// A pool briefly queues a query, such as those of this scrape, even if a connection is idle or may be opened.
const isExhausted = ({ idleCount, totalCount, options }: pg.Pool) => idleCount === 0 && totalCount >= options.max;
gauge('nameplate_database_waiting', 'Queries that wait for a connection of a pool', [], () => [
  { value: [...pools].filter(isExhausted).reduce((total, { waitingCount }) => total + waitingCount, 0) },
]);

/** Measures a pool until the process ends. */
export function measurePool(pool: pg.Pool): void {
  pools.add(pool);
}
