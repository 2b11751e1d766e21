import { percentile } from '../../bench/print-tables.ts';
import type { UpgradeSite } from './site.ts';

/** The observations of clients during one step of a switch. */
export interface StepTimes {
  step: string;
  seconds: number;
  /** Responses that were complete in this step, in milliseconds. */
  requests: number;
  p99: number;
  slowest: number;
  /** The request that took longest. */
  slowestRequest: string;
  /** From the final dot of a message to 250. */
  slowestMail: number;
}

/** Summarises the responses to requests and messages of one step. */
export function stepTimes(
  step: string,
  seconds: number,
  answers: { request: string; milliseconds: number }[],
  mails: { milliseconds: number }[],
): StepTimes {
  let slowest = { request: '', milliseconds: 0 };
  for (const answer of answers) if (answer.milliseconds > slowest.milliseconds) slowest = answer;
  return {
    step,
    seconds,
    requests: answers.length,
    p99:
      answers.length === 0
        ? 0
        : percentile(
            answers.map(({ milliseconds }) => milliseconds),
            99,
          ),
    slowest: slowest.milliseconds,
    slowestRequest: slowest.request,
    slowestMail: mails.reduce((most, { milliseconds }) => Math.max(most, milliseconds), 0),
  };
}

/** The migrations that a database has, with the times at which they were recorded, oldest first. */
export async function appliedMigrations(site: Pick<UpgradeSite, 'query'>): Promise<{ name: string; at: number }[]> {
  const rows = await site.query<{ name: string; timestamp: string }>('select name, timestamp from kysely_migration');
  return rows
    .map(({ name, timestamp }) => ({ name, at: Date.parse(timestamp) }))
    .sort((one, other) => one.at - other.at);
}

/** Returns the seconds of each new migration. The first contains the start of the command. */
export function migrationTimes(
  before: { name: string }[],
  after: { name: string; at: number }[],
  startedAt: number,
): { name: string; seconds: number }[] {
  const known = new Set(before.map(({ name }) => name));
  let last = startedAt;
  return after
    .filter(({ name }) => !known.has(name))
    .map(({ name, at }) => {
      const seconds = (at - last) / 1000;
      last = at;
      return { name, seconds };
    });
}
