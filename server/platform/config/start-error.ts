/** An error at start that the operator can correct; the message explains how. */
export class StartError extends Error {
  override name = 'StartError';
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** Returns a StartError for a port that cannot be used; any other error unchanged. */
export function portError(error: unknown, port: number, setting: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is taken. Stop the program that uses it, or set ${setting} to another port.`,
      error,
    );
  }
  if (code === 'EACCES') {
    return new StartError(
      `Port ${port} needs more rights than this user has. Set ${setting} to a port above 1023.`,
      error,
    );
  }
  if (code === 'EADDRNOTAVAIL') {
    return new StartError(`LISTEN_HOST is not an address of this machine. Set it to 127.0.0.1 or 0.0.0.0.`, error);
  }
  return error;
}

const FILE_FAULTS: Record<string, string> = {
  EACCES: 'cannot be accessed by this user',
  EPERM: 'cannot be accessed by this user',
  EROFS: 'is on a file system that cannot be written',
  ENOSPC: 'cannot be written: the disk is full',
  ENOENT: 'does not exist',
  ENOTDIR: 'has a parent that is not a folder',
  EISDIR: 'is a folder, not a file',
};

/** Returns a StartError for a file that cannot be used at start; any other error unchanged. */
export function fileError(error: unknown): unknown {
  const { code = '', path } = error as NodeJS.ErrnoException;
  const fault = FILE_FAULTS[code];
  if (!fault || typeof path !== 'string') return error;
  return new StartError(
    `${path} ${fault} (${code}). Check DATA_DIR, DKIM_KEYS, TLS_CERT and TLS_KEY, and who owns the files: DATA_DIR must belong ` +
      'to the user that Nameplate runs as, for example after: install -d -m 700 -o USER DIRECTORY',
    error,
  );
}

/** Returns a StartError for a database that cannot be used, with PostgreSQL's message and how to correct the problem. */
export function databaseError(error: unknown): StartError {
  if (error instanceof StartError) return error;
  const { code, message, name } = error as { code?: string; message?: string; name?: string };
  if (name === 'NewerSchemaError') return new StartError(message ?? '', error);
  return new StartError(
    `The database cannot be used: ${message || 'no connection'}\n${ADVICE[code ?? ''] ?? 'Check DATABASE_URL.'}`,
    error,
  );
}

const ROLES_SECTION = '"Database roles" in docs/operate.md has the commands';
const ADVICE: Record<string, string> = {
  // insufficient_privilege
  '42501': `The database role in DATABASE_URL is not allowed to create or change the tables. Make it the owner of the database, or run npm run migrate as the owner first: ${ROLES_SECTION}.`,
  // read_only_sql_transaction, which a database in recovery reports too
  '25006': 'DATABASE_URL must lead to a primary that accepts writes: npm run doctor shows why this one does not.',
  // disk_full
  '53100': 'Free space on the disk of the database, or give it a larger one.',
  // invalid_catalog_name
  '3D000': `Create the database first: ${ROLES_SECTION}.`,
  // protocol_violation: PgBouncer rejects the settings of a connection.
  '08P01':
    'If DATABASE_URL leads to a pooler, set DATABASE_DIRECT_URL to PostgreSQL itself: "A connection pooler" in docs/operate.md.',
  // too_many_connections
  '53300': 'All connections of the server are in use: lower DATABASE_POOL, or raise max_connections.',
};
