import type { Resolver } from '../host/runtime.ts';

/** Shape of each supported record type. */
export interface RecordData {
  A: string;
  AAAA: string;
  MX: { exchange: string; priority: number };
  TXT: string[];
  TLSA: { usage: number; selector: number; matchingType: number; data: string };
}

/** Records of a name; may be empty. `secure`: a validating resolver set the AD bit. */
export interface LookupResult<Type extends keyof RecordData> {
  records: RecordData[Type][];
  secure: boolean;
}

/** Rejects with code ENOTFOUND if the name does not exist, and with another error if the lookup fails. */
export interface Lookup {
  find<Type extends keyof RecordData>(name: string, type: Type): Promise<LookupResult<Type>>;
}

/** Returns whether a lookup failed because the name does not exist. */
export function isNoSuchDomain(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOTFOUND';
}

/** Creates a lookup without DNSSEC. */
export function plainLookup(resolver: Resolver): Lookup {
  return {
    async find<Type extends keyof RecordData>(name: string, type: Type): Promise<LookupResult<Type>> {
      try {
        return { records: (await resolver.resolve(name, type)) as RecordData[Type][], secure: false };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENODATA') return { records: [], secure: false };
        throw error;
      }
    },
  };
}
