import {
  type AdminPackage,
  deleteAdminPackage,
  getAdminPackages,
  type PlannedPackage,
  postAdminPackage,
  postAdminPackageRises,
  putAdminPackage,
} from '../../contract/admin/packages.ts';
import { type AdminPayment, getAdminPayments, postAdminRefund } from '../../contract/admin/payments.ts';
import { priceRiseText } from '../../contract/admin/price-rise-text.ts';
import type { PriceList } from '../../contract/payments/packages.ts';
import { COMMAND_LINE } from '../../server/admin/audit/audit-store.ts';
import {
  changePackage,
  createPackage,
  listAllPackages,
  previewRises,
  removePackage,
} from '../../server/admin/packages/packages-rules.ts';
import { listPayments, refund } from '../../server/admin/payments/payments-rules.ts';
import { offeredPackages } from '../../server/payments/prices/package-rules.ts';
import { ApiError } from '../../server/platform/http/api-error.ts';
import {
  type AdminContext,
  type Command,
  command,
  type Flag,
  flagOf,
  type Input,
  idOf,
  parse,
  REASON,
} from './command.ts';
import { listCommand } from './list-command.ts';

const actor = COMMAND_LINE;

const PRICES: Record<string, Flag> = {
  full: { hint: 'DOLLARS', about: 'the full price of a year' },
  now: { hint: 'DOLLARS', about: 'the price of a year now' },
};
const NEEDED = Object.fromEntries(Object.entries(PRICES).map(([name, flag]) => [name, { ...flag, required: true }]));

/** Commands about payments and the prices of plans: the tabs "Payments" and "Packages". */
export const MONEY_COMMANDS: Command[] = [
  listCommand('payments list', 'lists payments, newest first', {
    calls: [getAdminPayments],
    list: 'payments',
    flags: { search: { hint: 'TEXT', about: 'a part of a handle or an address, or the id of an order' } },
    read: ({ db }, query) => listPayments(db, query),
    line: paymentLine,
  }),
  command('payments refund', 'refunds a payment within the guarantee period', {
    calls: [postAdminRefund],
    args: ['ID'],
    flags: REASON,
    confirm: ({ args: [id] }) =>
      `This refunds payment ${id} in full. Its handle is quarantined and emptied, or loses the year of a renewal.`,
    run: ({ payments }, input) => refund(payments, { actor, id: idOf(input.args[0]), reason: flagOf(input, 'reason') }),
    lines: (payment) => paymentLine(payment).join('  '),
  }),
  command('packages list', 'lists the packages with the prices of plans', {
    calls: [getAdminPackages],
    run: async ({ db, config }) => {
      const offered = await offeredPackages(db, config.site);
      return { items: await listAllPackages(db), offered: offered.map(toOffer), next: null };
    },
    lines: ({ items, offered }) => items.map((one) => `${packageLine(one)}${offerLine(one, offered)}`),
  }),
  command('packages create', 'adds a package', {
    calls: [postAdminPackage],
    args: ['NAME'],
    flags: NEEDED,
    confirm: async (input, connect) => {
      const request = created(input);
      return risesText(await connect(), { package: request });
    },
    run: (context, input) => createPackage(context, actor, created(input)),
    lines: packageLine,
  }),
  command('packages change', 'changes the prices or the name of a package', {
    calls: [putAdminPackage, postAdminPackageRises],
    args: ['NAME'],
    flags: { ...PRICES, name: { hint: 'NAME', about: 'the new name' } },
    confirm: async (input, connect) => {
      const context = await connect();
      const { before, request } = await changed(context, input);
      return risesText(context, { id: before.id, package: request });
    },
    async run(context, input) {
      const { before, request } = await changed(context, input);
      return changePackage(context, actor, before.id, request, [`"${before.version}"`]);
    },
    lines: packageLine,
  }),
  command('packages delete', 'deletes a package', {
    calls: [deleteAdminPackage],
    args: ['NAME'],
    confirm: async ({ args: [name = ''] }, connect) => {
      const context = await connect();
      const { id } = await packageNamed(context.db, name);
      const rises = await risesText(context, { id });
      const text = `This deletes the package ${name}. A plan without its package has its default price.`;
      return rises === undefined ? text : `${text} ${rises}`;
    },
    async run(context, { args: [name = ''] }) {
      const { id, version } = await packageNamed(context.db, name);
      await removePackage(context, actor, id, [`"${version}"`]);
      return { deleted: id };
    },
    lines: (_, { args: [name] }) => `The package ${name} is deleted.`,
  }),
];

const requestOf = (name: string | undefined, full: number, now: number) =>
  parse(postAdminPackage.body, { name, price_yearly_usd_full: full, price_yearly_usd_now: now });

const created = ({ args: [name], flags }: Input) => requestOf(name, Number(flags.full), Number(flags.now));

async function changed({ db }: AdminContext, { args: [name = ''], flags }: Input) {
  const before = await packageNamed(db, name);
  const full = flags.full === undefined ? before.price_yearly_usd_full : Number(flags.full);
  const now = flags.now === undefined ? before.price_yearly_usd_now : Number(flags.now);
  return { before, request: requestOf(flags.name ?? before.name, full, now) };
}

/** Returns the text that a person confirms before prices rise: who gets an email. Undefined if no price rises. */
async function risesText(context: AdminContext, planned: PlannedPackage): Promise<string | undefined> {
  const rises = await previewRises(context, planned);
  return rises.length === 0 ? undefined : rises.map(priceRiseText).join(' ');
}

async function packageNamed(db: AdminContext['db'], name: string): Promise<AdminPackage> {
  const found = (await listAllPackages(db)).find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (!found) throw new ApiError('not_found', { message: `There is no package ${name}.` });
  return found;
}

function packageLine({ id, name, price_yearly_usd_full: full, price_yearly_usd_now: now }: AdminPackage): string {
  return `${id}  ${name}  $${now.toFixed(2)} a year, full price $${full.toFixed(2)}`;
}

const toOffer = ({ name, price_yearly_usd_now: now }: PriceList[number]) => ({ name, price_yearly_usd_now: now });

/** Returns how the document of the site, or the lack of payments, changes the offer of a plan. */
function offerLine({ name, price_yearly_usd_now: now }: AdminPackage, offered: ReturnType<typeof toOffer>[]): string {
  const offer = offered.find((one) => one.name === name);
  if (!offer) return '  not offered here';
  return offer.price_yearly_usd_now < now ? '  given away here' : '';
}

function paymentLine(payment: AdminPayment): (string | number | null)[] {
  const { id, state, plan, price, handle, email, payerEmail, transferredTo, orderId, createdAt, problem } = payment;
  const owner = transferredTo ? [`now owned by ${transferredTo}`] : [];
  const paidBy = `paid by ${email ?? payerEmail ?? 'unknown'}`;
  return [
    id,
    state,
    plan,
    `$${price.toFixed(2)}`,
    handle,
    paidBy,
    ...owner,
    orderId,
    createdAt,
    ...(problem ? [problem] : []),
  ];
}
