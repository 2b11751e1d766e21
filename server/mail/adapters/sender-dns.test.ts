import { expect, test } from 'vitest';
import { forgivingResolver } from './sender-dns.ts';

const failing = (code: string) => {
  const asked: string[] = [];
  const resolve = async (name: string) => {
    asked.push(name);
    if (code === 'silence') return new Promise(() => {});
    throw Object.assign(new Error(code), { code });
  };
  return { asked, resolver: forgivingResolver({ resolve }, 20) };
};

test('without any DNS nobody has a record, and only the first question waits', async () => {
  for (const code of ['silence', 'ETIMEOUT', 'ECONNREFUSED']) {
    const { asked, resolver } = failing(code);
    await expect(resolver.resolve('one.test', 'TXT')).rejects.toMatchObject({ code: 'ENODATA' });
    await expect(resolver.resolve('two.test', 'TXT')).rejects.toMatchObject({ code: 'ENODATA' });
    expect(asked).toEqual(['one.test']);
  }
});

test('a DNS that is there is asked on, whatever it says of one name', async () => {
  const { asked, resolver } = failing('ESERVFAIL');
  await expect(resolver.resolve('one.test', 'TXT')).rejects.toMatchObject({ code: 'ENODATA' });
  await expect(resolver.resolve('two.test', 'TXT')).rejects.toMatchObject({ code: 'ENODATA' });
  expect(asked).toEqual(['one.test', 'two.test']);
});
