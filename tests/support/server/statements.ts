import pg from 'pg';
import { vi } from 'vitest';

/**
 * Runs `work`, and returns its result with the texts of the SQL statements that were sent to the database during it.
 */
export async function withStatements<T>(work: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    const result = await work();
    const sent = query.mock.calls as unknown as [string | { text: string }][];
    return { result, statements: sent.map(([one]) => (typeof one === 'string' ? one : one.text)) };
  } finally {
    query.mockRestore();
  }
}
