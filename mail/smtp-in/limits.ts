/** Limits on incoming mail. */
export interface Limits {
  /** Concurrent connections from one network; beyond it the longest idle one is closed. */
  connections: number;
  connectionsPerMinute: number;
  /** Messages per hour from one network, and from one sender in one network. */
  messagesPerNetwork: number;
  messagesPerSender: number;
  /** Messages per hour for one recipient, and for one destination inbox. */
  messagesPerRecipient: number;
  messagesPerInbox: number;
  /** Unknown recipients per hour that one network may name. */
  unknownRecipients: number;
  /** Rejected recipients per session, after which replies are delayed by a second. */
  slowAfterRefusals: number;
  /** Rejected recipients per session, after which the connection is closed. */
  maxRefusals: number;
  /** NOOP, RSET, VRFY, HELP, HELO and EHLO commands since the last message. */
  maxIdleCommands: number;
  /** Syntax and sequence errors in one session. */
  maxErrors: number;
  /** If no connection is free, a transfer slower than `minBytesPerSecond` for this long is closed. */
  slowTransferSeconds: number;
  minBytesPerSecond: number;
  /** Failed logins in ten minutes: from one network, and of one user name in one network with different passwords. */
  failedLoginsPerNetwork: number;
  failedLoginsPerUser: number;
  /** Failed logins per minute in all, above which replies to them are slower. */
  failedLoginsPerMinute: number;
  /** Delay in milliseconds of the reply to a failed login: normally, and above `failedLoginsPerMinute`. */
  failedLoginDelay: number;
  slowFailedLoginDelay: number;
  /** Failed logins in one session, after which it is closed; at least 3 (RFC 4954 4). */
  maxFailedLogins: number;
}

/**
 * The limits by network are above what a large provider's server sends. The limits by inbox are what large providers still
 * accept from one forwarder; more would harm the reputation of this server.
 */
export const LIMITS: Limits = {
  connections: 250,
  connectionsPerMinute: 6000,
  messagesPerNetwork: 100_000,
  messagesPerSender: 50_000,
  messagesPerRecipient: 500,
  messagesPerInbox: 500,
  unknownRecipients: 1000,
  slowAfterRefusals: 30,
  maxRefusals: 60,
  maxIdleCommands: 100,
  maxErrors: 40,
  slowTransferSeconds: 30,
  minBytesPerSecond: 500,
  failedLoginsPerNetwork: 100,
  failedLoginsPerUser: 10,
  failedLoginsPerMinute: 300,
  failedLoginDelay: 1000,
  slowFailedLoginDelay: 5000,
  maxFailedLogins: 3,
};
