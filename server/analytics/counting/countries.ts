import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import { Reader } from 'maxmind';
import { StartError } from '../../platform/config/start-error.ts';

/** The packaged database and its name. */
const PACKAGED = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
const PACKAGED_NAME = 'geo-whois-asn-country by ip-location-db (CC0 1.0)';

/** Attributions that the licences of common databases require. */
const ATTRIBUTIONS: [type: RegExp, line: string][] = [
  [/^GeoLite2/i, 'This product includes GeoLite2 data created by MaxMind, available from https://www.maxmind.com'],
  [/^DBIP/i, 'IP Geolocation by DB-IP, https://db-ip.com (CC BY 4.0)'],
  [/^ipinfo/i, 'IP address data powered by IPinfo, https://ipinfo.io (CC BY-SA 4.0)'],
];

const MAX_CACHED = 10_000;

/** The country of networks that the database does not contain. */
const UNKNOWN_COUNTRY = 'unknown';

interface CountryRecord {
  country_code?: unknown;
  /** An object in MaxMind's databases, a code in IPinfo's. */
  country?: unknown;
}

export interface Countries {
  /** Returns the ISO 3166-1 code of an address, or `unknown`. */
  of(address: string): string;
  /** The name of the database, its licence line and its date. */
  source: string;
  builtAt: Date;
}

/** Opens a database in MaxMind's format, by default the packaged one. Throws StartError if the file is not such a database. */
export async function openCountries(file: string | undefined): Promise<Countries> {
  const path = file ?? createRequire(import.meta.url).resolve(PACKAGED);
  let reader: Reader<never>;
  try {
    reader = new Reader<never>(await readFile(path));
    reader.get('192.0.2.1');
  } catch (error) {
    throw new StartError(
      `GEOIP_DB: ${path} cannot be used (${(error as Error).message}). It must be a country database in MaxMind's format ` +
        '(.mmdb); remove the setting to use the packaged one.',
      error as Error,
    );
  }
  const known = new LRUCache<string, string>({ max: MAX_CACHED });
  const { buildEpoch: builtAt } = reader.metadata;
  return {
    of(address) {
      let country = known.get(address);
      if (country === undefined) {
        country = lookUp(reader, address);
        known.set(address, country);
      }
      return country;
    },
    source: `${nameOf(reader.metadata, file)}, ${builtAt.toISOString().slice(0, 10)}`,
    builtAt,
  };
}

function nameOf({ databaseType }: { databaseType: string }, file: string | undefined): string {
  if (file === undefined) return PACKAGED_NAME;
  return ATTRIBUTIONS.find(([type]) => type.test(databaseType))?.[1] ?? databaseType;
}

function lookUp(reader: Reader<never>, address: string): string {
  try {
    const { country, country_code: code }: CountryRecord = reader.get(address) ?? {};
    const iso = typeof country === 'object' ? (country as { iso_code?: unknown } | null)?.iso_code : (code ?? country);
    return typeof iso === 'string' && /^[A-Z]{2}$/.test(iso) ? iso : UNKNOWN_COUNTRY;
  } catch {
    // Not an address, or a damaged record.
    return UNKNOWN_COUNTRY;
  }
}
