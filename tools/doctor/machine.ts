import { accessSync, constants, existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { DataDirTakenError, lockDataDir } from '../../db/data-dir-lock.ts';
import type { Config } from '../../server/plumbing/config.ts';
import { portError } from '../../server/plumbing/start-error.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** Whether a Nameplate runs on this DATA_DIR just now; a folder that is not there yet is not made. */
export function isRunning(dataDir: string): boolean {
  if (!existsSync(dataDir)) return false;
  try {
    lockDataDir(dataDir).release();
    return false;
  } catch (error) {
    return error instanceof DataDirTakenError;
  }
}

export function checkDataDir({ dataDir }: Config): Finding {
  if (!existsSync(dataDir)) return note(`DATA_DIR ${dataDir} does not exist yet: the first start makes it`);
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok(`DATA_DIR ${dataDir} can be written`);
  } catch {
    return wrong(`DATA_DIR ${dataDir} cannot be written by this user`, 'change its owner, or set another DATA_DIR');
  }
}

/** The ports that this process would listen on; while a Nameplate runs they are its own. */
export async function checkPorts(config: Config, running: boolean): Promise<Finding[]> {
  const ports: [setting: string, port: number][] = [];
  if (config.roles.has('http')) ports.push(['PORT', config.port]);
  if (config.roles.has('mail')) ports.push(['SMTP_PORT', config.smtpPort]);
  if (running) return [ok(`a Nameplate is running (${ports.map(([name, port]) => `${name} ${port}`).join(', ')})`)];
  return Promise.all(ports.map(([setting, port]) => checkPort(setting, port, config.listenHost)));
}

async function checkPort(setting: string, port: number, host: string): Promise<Finding> {
  const server = createServer();
  try {
    await new Promise<void>((done, fail) => server.once('error', fail).listen(port, host, done));
    return ok(`${setting} ${port} is free on ${host}`);
  } catch (error) {
    return wrong(`${setting} ${port} cannot be used`, (portError(error, port, setting) as Error).message);
  } finally {
    server.close();
  }
}
