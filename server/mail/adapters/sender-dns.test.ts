import { expect, it } from 'vitest';
import { tolerantResolver } from './sender-dns.ts';

const failing = (code: string) => {
  const queries: string[] = [];
  const resolve = async (name: string) => {
    queries.push(name);
    if (code === 'no response') return new Promise(() => {});
    throw Object.assign(new Error(code), { code });
  };
  return { queries, resolver: tolerantResolver({ resolve }, 20) };
};

it('reports no record if there is no DNS, and waits only for the first query', async () => {
  for (const code of ['no response', 'ETIMEOUT', 'ECONNREFUSED']) {
    const { queries, resolver } = failing(code);
    await expect(resolver.resolve('one.test', 'TXT')).rejects.toMatchObject({ code: 'ENODATA' });
    await expect(resolver.resolve('two.test', 'TXT')).rejects.toMatchObject({ code: 'ENODATA' });
    expect(queries).toEqual(['one.test']);
  }
});

it('keeps querying a DNS server that is reachable, even if a name fails', async () => {
  const { queries, resolver } = failing('ESERVFAIL');
  await expect(resolver.resolve('one.test', 'TXT')).rejects.toMatchObject({ code: 'ENODATA' });
  await expect(resolver.resolve('two.test', 'TXT')).rejects.toMatchObject({ code: 'ENODATA' });
  expect(queries).toEqual(['one.test', 'two.test']);
});
