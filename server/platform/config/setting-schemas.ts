import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { parseAddress } from '../../../contract/addresses.ts';

export const splitList = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

export const port = (example: number) =>
  z.coerce.number(`must be a port number, such as ${example}`).int().min(0).max(65535, 'must be at most 65535');

export const hostname = z
  .string()
  .toLowerCase()
  .regex(
    /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/,
    'must be a host name, such as mail.example.org',
  );

export const listOf = (allowed: (item: string) => boolean, message: string) =>
  z
    .string()
    .transform(splitList)
    .refine((items) => items.every(allowed), message);

export const onOrOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on');
export const yesOrNo = z.enum(['yes', 'no'], 'must be yes or no').transform((value) => value === 'yes');

export const url = (protocols: string[], example: string) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be an address such as ${example}`,
    )
    .transform((text) => new URL(text));

/** The same as text. */
export const href = (protocols: string[], example: string) => url(protocols, example).transform(({ href }) => href);
export const databaseUrl = href(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/nameplate');

/** A file or folder, as an absolute path. */
export const file = z.string().transform((text) => path.resolve(text));

export const isAddress = (item: string) => parseAddress(item) !== null;
export const isHostname = (item: string) => hostname.safeParse(item).success;
export const isIpWithPort = (item: string) =>
  isIP(item) !== 0 || /^(\d+\.\d+\.\d+\.\d+|\[[0-9a-f:]+\]):\d+$/i.test(item);

/** At most one address of each family, so that each destination address leads to one source. */
export const sourceAddresses = listOf(
  (item) => isIP(item) !== 0,
  'must be an IPv4 address, an IPv6 address, or both',
).refine(
  (items) => new Set(items.map((item) => isIP(item))).size === items.length,
  'must be at most one IPv4 and one IPv6 address',
);

const address = z
  .string()
  .transform((text) => {
    const match = /^(?:\[([0-9a-f:.]{2,45})\]|([^:]{1,253})):(\d{1,5})$/i.exec(text);
    return { host: match?.[1] ?? match?.[2] ?? '', port: Number(match?.[3] ?? -1) };
  })
  .refine(
    ({ host, port }) => (isIP(host) !== 0 || host === 'localhost') && port >= 0 && port <= 65535,
    'must be an IP address and a port, such as 127.0.0.1:9464, or off',
  );

/** An address and a port, or `off`, which is undefined. */
export const listenAddress = z
  .union([z.literal('off'), address], 'must be an address and a port, such as 127.0.0.1:9464, or off')
  .transform((value) => (value === 'off' ? undefined : value));

export const date = z
  .string()
  .refine(
    (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
    'must be a day, such as 2026-11-30',
  );

export const count = (unit: string) => z.coerce.number(`must be a number of ${unit}`);
