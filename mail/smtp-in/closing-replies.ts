import type { Reply } from './reply.ts';

// Replies that end a session at the server's initiative.

export const EARLY_TALKER: Reply = {
  code: 554,
  text: '5.5.0 Protocol error: wait for the greeting before sending commands',
  next: 'close',
};
export const IDLE: Reply = { code: 421, text: '4.4.2 Timeout - closing connection' };
export const NO_LOGIN: Reply = { code: 421, text: '4.4.2 Timeout: no sign-in was completed in time' };
export const NO_MESSAGE: Reply = { code: 421, text: '4.4.2 Timeout: no message was completed in time' };
export const TOO_MANY_ERRORS: Reply = { code: 421, text: '4.7.0 Too many errors, closing the connection' };
