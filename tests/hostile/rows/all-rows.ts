import type { Row } from '../row.ts';
import { AUTHENTICATION_ROWS } from './authentication-rows.ts';
import { CONTRACT_ROWS } from './contract-rows.ts';
import { MESSAGE_ROWS } from './message-rows.ts';
import { RECEIVING_ROWS } from './receiving-rows.ts';
import { REPLY_ROWS } from './reply-rows.ts';
import { REPORT_ROWS } from './report-rows.ts';
import { SENDING_ROWS } from './sending-rows.ts';
import { SERVER_ROWS } from './server-rows.ts';
import { TEXT_ROWS } from './text-rows.ts';

/** Every parser of foreign text, with how it is called. */
export const ROWS: Row[] = [
  ...MESSAGE_ROWS,
  ...REPORT_ROWS,
  ...REPLY_ROWS,
  ...RECEIVING_ROWS,
  ...AUTHENTICATION_ROWS,
  ...SENDING_ROWS,
  ...SERVER_ROWS,
  ...TEXT_ROWS,
  ...CONTRACT_ROWS,
];
