import { CLAIM_COMMANDS } from './claim-commands.ts';
import type { Command } from './command.ts';
import { HANDLE_COMMANDS } from './handle-commands.ts';
import { MAIL_COMMANDS } from './mail-commands.ts';
import { MONEY_COMMANDS } from './money-commands.ts';
import { PICTURE_COMMANDS } from './picture-commands.ts';
import { REPORT_COMMANDS } from './report-commands.ts';
import { SITE_COMMANDS } from './site-commands.ts';
import { USER_COMMANDS } from './user-commands.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  USER_COMMANDS,
  HANDLE_COMMANDS,
  PICTURE_COMMANDS,
  MONEY_COMMANDS,
  MAIL_COMMANDS,
  REPORT_COMMANDS,
  SITE_COMMANDS,
  CLAIM_COMMANDS,
].flat();
