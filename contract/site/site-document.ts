import * as z from 'zod/mini';
import { parseAddress } from '../addresses.ts';
import { defineCall } from '../call.ts';
import { HANDLE_MAX_LENGTH } from '../handles/handle-rules.ts';
import type { CommonFeatures } from '../payments/features.ts';
import { PLANS } from '../payments/plans.ts';
import { readPublishedPath, type SitePictureKind } from '../pictures.ts';
import { isBlank, isShown, NOT_SHOWN } from '../text.ts';
import { STANDARD_IDENTITY } from './site-identity.ts';

const NAME_MAX_LENGTH = 40;
const LINE_MAX_LENGTH = 160;
const HEADLINE_MAX_LENGTH = 80;
const TEXT_MAX_LENGTH = 300;
const ANSWER_MAX_LENGTH = 1000;
const POWERED_BY_MAX_LENGTH = 60;

/** A text as people read it. The schemas of the document transform nothing, so that a PUT accepts what a GET returned. */
const text = (max: number, { lines = false } = {}) =>
  z.string().check(
    z.maxLength(max, `Please use at most ${max} characters.`),
    z.refine((typed) => isShown(typed, lines), NOT_SHOWN),
    z.refine((typed) => !isBlank(typed) && typed === typed.trim(), 'Please enter a text without spaces around it.'),
  );

const name = text(NAME_MAX_LENGTH).check(
  z.refine((typed) => !/["<>@,;:\\()[\]]/.test(typed), 'A name cannot contain any of " < > @ , ; : \\ ( ) [ ].'),
);

const colour = z.string().check(z.regex(/^#[\da-f]{6}$/i, 'Please write a colour as #rrggbb.'));
const url = z
  .string()
  .check(
    z.maxLength(500),
    z.regex(
      /^(?:https:\/\/[^\s"<>]+|\/(?:[^\s"<>/][^\s"<>]*)?)$/,
      'Please enter an address that begins with https:// or /.',
    ),
  );

/** A picture that this installation has; the server checks that it exists. */
const picture = (kind: SitePictureKind) =>
  z.nullable(
    z.string().check(z.refine((path) => readPublishedPath(path)?.kind === kind, 'Please upload this picture first.')),
  );

/** A section of the landing page: shown, hidden, or shown with these texts. */
const section = <Fields extends Record<string, z.ZodMiniType>>(fields: Fields) =>
  z.union([
    z.boolean(),
    z.strictObject({
      headline: z.optional(text(HEADLINE_MAX_LENGTH)),
      introduction: z.optional(text(TEXT_MAX_LENGTH)),
      ...fields,
    }),
  ]);

const question = z.strictObject({
  question: text(TEXT_MAX_LENGTH),
  answer: text(ANSWER_MAX_LENGTH, { lines: true }),
});

const landing = z.strictObject({
  hero: section({ promises: z.optional(z.array(text(HEADLINE_MAX_LENGTH)).check(z.maxLength(3))) }),
  features: section({}),
  sample: section({}),
  steps: section({}),
  benefits: section({}),
  pricing: section({}),
  faq: section({ questions: z.optional(z.array(question).check(z.maxLength(20))) }),
  final: section({}),
});

export const CLAIM_MODES = ['open', 'domains', 'invitation', 'approval', 'closed'] as const;

/** A domain in the form that `parseAddress` gives it. */
const domain = z
  .string()
  .check(
    z.refine(
      (typed) => parseAddress(`a@${typed}`) === `a@${typed}`,
      'Please enter a domain in lower case, such as example.org.',
    ),
  );

const claims = z
  .strictObject({ mode: z.enum(CLAIM_MODES), domains: z.optional(z.array(domain).check(z.maxLength(100))) })
  .check(
    z.refine(({ mode, domains = [] }) => mode !== 'domains' || domains.length > 0, {
      message: 'Please list at least one domain whose addresses may claim a handle.',
      path: ['domains'],
    }),
  );

/** A reserved name, in which `*` matches any number of characters. */
const reservedName = z
  .string()
  .check(
    z.maxLength(HANDLE_MAX_LENGTH),
    z.regex(/^[a-z\d.*-]+$/, 'A reserved name has lower-case letters, numbers, hyphens, dots and *.'),
  );

const names = z.strictObject({
  minimum: z.int().check(z.minimum(1), z.maximum(HANDLE_MAX_LENGTH)),
  free: z.union([z.boolean(), z.array(z.enum(PLANS)).check(z.maxLength(PLANS.length))]),
  features: z.optional(z.nullable(z.enum(PLANS))),
  reserved: z.array(reservedName).check(z.maxLength(1000)),
});

const fields = {
  name,
  line: z.nullable(text(LINE_MAX_LENGTH)),
  accent: z.nullable(z.union([colour, z.array(colour).check(z.length(2, 'A gradient has two colours.'))])),
  logo: picture('logo'),
  logoDark: picture('logo'),
  icon: picture('icon'),
  landing,
  footer: z
    .array(z.strictObject({ text: text(NAME_MAX_LENGTH), url }))
    .check(z.maxLength(6, 'The footer has room for 6 links.')),
  poweredBy: z.union([z.boolean(), text(POWERED_BY_MAX_LENGTH)]),
  claims,
  names,
  contact: z.nullable(
    z.string().check(z.refine((typed) => parseAddress(typed) === typed, 'Please enter a valid email address')),
  ),
};

/** While every stranger may claim, features for all would let each of them send as many messages as a paid plan. */
const featuresNeedRules = z.refine<{ claims: { mode: string }; names: { features?: CommonFeatures } }>(
  ({ claims, names }) => !names.features || claims.mode !== 'open',
  {
    message:
      'While everyone may claim, each handle has the features of its own plan. Please set claims.mode to another value than open, or names.features to null.',
    path: ['names', 'features'],
  },
);

/** Everything that makes a site its operator's own. Names are fixed, unknown ones are errors. */
export const siteDocument = z.strictObject(fields).check(featuresNeedRules);
export type SiteDocument = z.output<typeof siteDocument>;

/** The document of a site that its operator has not changed. */
export const STANDARD_SITE: SiteDocument = {
  ...STANDARD_IDENTITY,
  claims: { mode: 'open' },
  names: { minimum: 1, free: false, features: null, reserved: [] },
  contact: null,
};

/** Returns the plan whose features every handle has. */
export function commonFeatures({ claims, names }: Pick<SiteDocument, 'claims' | 'names'>): CommonFeatures {
  return claims.mode === 'open' ? null : names.features;
}

/** GET /api/site: the part of the document that everyone may read. */
const publicSite = z.object({
  name: z.string(),
  line: z.nullable(z.string()),
  accent: z.nullable(z.union([z.string(), z.array(z.string())])),
  logo: z.nullable(z.string()),
  logoDark: z.nullable(z.string()),
  icon: z.nullable(z.string()),
  poweredBy: z.union([z.boolean(), z.string()]),
  claims: z.object({ mode: z.enum(CLAIM_MODES) }),
  names: z.object({
    minimum: z.int(),
    free: z.union([z.boolean(), z.array(z.enum(PLANS))]),
    features: z.optional(z.nullable(z.enum(PLANS))),
  }),
});

export const getSite = defineCall('GET /api/site', { by: 'anyone', response: publicSite });

/** The document with its version. PUT accepts what GET returned; If-Match, not `version`, makes the write conditional. */
const versionedSite = z.strictObject({ ...fields, version: z.string() });
export type VersionedSite = z.output<typeof versionedSite>;

const siteChange = z.strictObject({ ...fields, version: z.optional(z.string()) }).check(featuresNeedRules);

export const getAdminSite = defineCall('GET /api/admin/site', {
  by: 'admin',
  response: versionedSite,
  versioned: true,
});

export const putAdminSite = defineCall('PUT /api/admin/site', {
  by: 'admin',
  recent: 'administer',
  body: siteChange,
  response: versionedSite,
  versioned: true,
});
