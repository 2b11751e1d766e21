import {
  deleteAdminInvitation,
  getAdminInvitations,
  newClaimInvitation,
  postAdminInvitation,
} from '../../contract/claims/claim-invitations.ts';
import { getAdminClaims, postAdminClaimApprove, postAdminClaimRefuse } from '../../contract/claims/waiting-claims.ts';
import { DAY } from '../../contract/time.ts';
import { COMMAND_LINE } from '../../server/admin/audit/audit-store.ts';
import { createInvitation, listInvitations, withdrawInvitation } from '../../server/admin/claims/invitations-rules.ts';
import { approveClaim, listWaitingClaims, refuseClaim } from '../../server/admin/claims/waiting-claims-rules.ts';
import { priceOf } from '../../server/payments/prices/price-rules.ts';
import { loadSecrets } from '../../server/platform/crypto/secrets.ts';
import { type AdminContext, type Command, command, dateOf, flagOf, idOf, parse, REASON } from './command.ts';
import { listCommand } from './list-command.ts';

/** Commands about who may claim a handle: the tab "Claims". */
export const CLAIM_COMMANDS: Command[] = [
  listCommand('invitations list', 'lists the invitations to claim a handle with their links, newest first', {
    calls: [getAdminInvitations],
    list: 'invitations',
    read: async (context, query) => listInvitations(await inviting(context), query, true),
    line: ({ id, used, uses, until, handle, url }) => [id, `${used} of ${uses} used`, until, handle, url],
  }),
  command('invitations create', 'creates a link with which people can claim a handle', {
    calls: [postAdminInvitation],
    flags: {
      until: { hint: 'DATE', required: true, about: 'the last day of the link' },
      uses: { hint: 'N', about: 'how many handles it gives, 1 by default' },
      handle: { hint: 'HANDLE', about: 'the only handle that it gives, which is held until then' },
    },
    async run(context, { flags: { until, uses = '1', handle } }) {
      const wanted = parse(newClaimInvitation, {
        uses: Number(uses),
        until: new Date((dateOf(until)?.getTime() ?? 0) + DAY).toISOString(),
        ...(handle !== undefined && { handle }),
      });
      return createInvitation(await inviting(context), COMMAND_LINE, wanted);
    },
    lines: ({ url }) => url ?? '',
  }),
  command('invitations delete', 'deletes an invitation, whose link then gives no more handles', {
    calls: [deleteAdminInvitation],
    args: ['ID'],
    async run(context, { args: [id] }) {
      await withdrawInvitation(context, COMMAND_LINE, idOf(id));
      return { deleted: idOf(id) };
    },
    lines: ({ deleted }) => `Invitation ${deleted} is deleted.`,
  }),
  listCommand('claims list', 'lists the claims that wait for a decision, oldest first', {
    calls: [getAdminClaims],
    list: 'waiting claims',
    read: ({ db }, query) => listWaitingClaims(db, query),
    line: ({ id, handle, email, plan, createdAt, until }) => [id, handle, email, plan, createdAt, until],
  }),
  command('claims approve', 'gives a handle, or holds it for its payment, and mails the person', {
    calls: [postAdminClaimApprove],
    args: ['ID'],
    async run(context, { args: [id] }) {
      const { handlesPerAccount } = context.config;
      const terms = { handlesPerAccount, priceOf };
      const { isGiven } = await approveClaim(await inviting(context), terms, COMMAND_LINE, idOf(id));
      return { given: isGiven };
    },
    lines: ({ given }) => (given ? 'The handle is given.' : 'The handle is held for its payment.'),
  }),
  command('claims refuse', 'refuses a claim, and mails the reason to the person', {
    calls: [postAdminClaimRefuse],
    args: ['ID'],
    flags: REASON,
    async run(context, input) {
      const id = idOf(input.args[0]);
      await refuseClaim(context, COMMAND_LINE, { id, reason: flagOf(input, 'reason') });
      return { refused: id };
    },
    lines: ({ refused }) => `Claim ${refused} is refused.`,
  }),
];

async function inviting({ db, clock, config, payments: { site } }: AdminContext) {
  return { db, clock, site, secrets: await loadSecrets(config.secretKeys, config.dataDir) };
}
