import type { Resolver } from '../host/resolver.ts';

/** What is asked of DNS, and the shape of each answer. */
export interface Answers {
  A: string;
  AAAA: string;
  MX: { exchange: string; priority: number };
  TXT: string[];
  TLSA: { usage: number; selector: number; match: number; data: string };
}

/** Records, and whether a validating resolver vouches for them (the AD bit). An empty list: the name has none. */
export interface Found<Type extends keyof Answers> {
  records: Answers[Type][];
  secure: boolean;
}

/** Rejects with code ENOTFOUND where there is no such name, with anything else where nobody can tell. */
export interface Lookup {
  find<Type extends keyof Answers>(name: string, type: Type): Promise<Found<Type>>;
}

/** Why a lookup failed: no such name, or nobody can tell now. */
export function isAbsent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOTFOUND';
}

/** A lookup through a resolver that says nothing about DNSSEC. */
export function plainLookup(resolver: Resolver): Lookup {
  return {
    async find<Type extends keyof Answers>(name: string, type: Type): Promise<Found<Type>> {
      try {
        return { records: (await resolver.resolve(name, type)) as Answers[Type][], secure: false };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENODATA') return { records: [], secure: false };
        throw error;
      }
    },
  };
}
