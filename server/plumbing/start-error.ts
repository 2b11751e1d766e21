/** A reason not to start that a person can mend; its message says how. */
export class StartError extends Error {
  override name = 'StartError';
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** Words for a port that can't be had. */
export function portError(error: unknown, port: number, setting: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new StartError(`Port ${port} is taken. Stop what uses it, or set ${setting} to another port.`, error);
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
