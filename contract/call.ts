import * as z from 'zod/mini';
import type { AdminRoute } from './admin-roles.ts';
import type { ConfirmedAct } from './confirmed-acts.ts';
import type { ErrorCode } from './errors.ts';
import type { Right } from './roles.ts';

/** Method and path of a call, such as `GET /api/handles/:id`. */
type Route = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/**
 * Who may make a call. With `right`: an account that has this right for the handle `:id`. With a row in `ADMIN_CALLS`:
 * administrators, and only those of the roles in it.
 */
type Access<R extends Route> = R extends AdminRoute
  ? { by: 'admin'; right?: never }
  : { by: 'anyone' | 'account'; right?: never } | { by?: never; right: Right };

/** The inputs and outputs of a call. */
interface Facts {
  /**
   * The act that a recent sign-in must confirm, either always or only under the condition `when`, such as "with
   * `forwardingEmail`".
   */
  recent?: ConfirmedAct | { act: ConfirmedAct; when: string };
  /**
   * Schemas of path parameters. Without a schema, `id` and names that end with `Id` are positive integers, and other
   * parameters are any text.
   */
  params?: Record<string, z.ZodMiniType>;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  response?: z.ZodMiniType;
  /** The success status, if it is not 200. */
  status?: 201 | 202;
  /** The type of a response without a schema, such as `text/csv`. */
  produces?: string;
  /** Responses have a version as ETag, and a write may send it in If-Match. */
  versioned?: true;
  /** The response replaces the session cookie. */
  renewsSession?: true;
  /** Errors specific to the call, in addition to those that follow from the other fields. */
  errors?: readonly ErrorCode[];
}

/** One call of the API: the only description of its route, access, request and response. */
export type Call = Facts & { method: string; path: string; by: 'anyone' | 'account' | 'admin'; right?: Right };

/** The path of a route. */
type PathOf<R extends string> = R extends `${string} ${infer Path}` ? Path : never;

/** Describes a call. */
// @__NO_SIDE_EFFECTS__
export function defineCall<const R extends Route, const F extends Access<R> & Facts>(route: R, facts: F) {
  const [method = '', path = ''] = route.split(' ');
  return { method, path: path as PathOf<R>, ...facts, by: (facts.by ?? 'account') as NonNullable<Call['by']> };
}

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}.${string}`
    ? Name
    : Path extends `${string}:${infer Name}`
      ? Name
      : never;

/** Names of the parameters in the path of a call. */
type ParamNames<C extends Call> = NamesIn<C['path']>;

type Param<C extends Call, Name extends string> = C extends { params: infer P }
  ? Name extends keyof P
    ? string
    : Param<Call, Name>
  : Name extends 'id' | `${string}Id`
    ? number
    : string;

/** The parameters in the path of a call: ids as numbers, others as text. */
export type ParamsOf<C extends Call> = string extends C['path']
  ? Record<string, unknown>
  : { [Name in ParamNames<C>]: Param<C, Name> };

export type QueryOf<C extends Call> = C extends { query: infer Q extends z.ZodMiniType } ? z.output<Q> : undefined;
export type BodyOf<C extends Call> = C extends { body: infer B extends z.ZodMiniType } ? z.output<B> : undefined;
export type ResponseOf<C extends Call> = C extends { response: infer R extends z.ZodMiniType } ? z.output<R> : unknown;

/** The data that identify one address of a call: path parameters and, if it has one, the query. */
export type AddressOf<C extends Call> = ParamsOf<C> &
  (C extends { query: infer Q extends z.ZodMiniType } ? { query?: z.input<Q> } : unknown);

/** Returns the path of a call with its parameters and query, whose undefined fields are left out. */
export function pathOf<C extends Call>(call: C, ...[at]: NoneRequired<AddressOf<C>>): string {
  const values: Record<string, unknown> = at ?? {};
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const fields = Object.entries(values.query ?? {}).filter(([, value]) => value !== undefined);
  return fields.length > 0
    ? `${path}?${new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))}`
    : path;
}

/** An argument that is optional if it has no required field. */
export type NoneRequired<T> = Record<never, never> extends T ? [at?: T] : [at: T];

/** The response of calls without a result. */
export const done = z.object({ message: z.string() });
