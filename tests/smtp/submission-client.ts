import { LineClient } from './dialogues/line-client.ts';
import { PASSWORD } from './submission-policy.ts';

/** The response of PLAIN in base64. */
export const plain = (user: string, password = PASSWORD) => Buffer.from(`\0${user}\0${password}`).toString('base64');

/** Sends a command and returns the last line of the reply; null if the connection is closed. */
export async function sendCommand(client: LineClient, command: string): Promise<string | null> {
  client.send(`${command}\r\n`);
  return readReply(client);
}

/** Returns the last line of the next reply; null if the connection is closed. */
export async function readReply(client: LineClient): Promise<string | null> {
  for (let line = await client.readLine(); ; line = await client.readLine()) {
    if (line === null || line[3] !== '-') return line;
  }
}

/** Connects to the port with implicit TLS, and reads the greeting and the reply to EHLO. */
export async function connectSecure(port: number): Promise<LineClient> {
  const client = await LineClient.connect(port);
  await client.startTls();
  await readReply(client);
  await sendCommand(client, 'EHLO client.test');
  return client;
}

/** Connects and logs in. */
export async function logIn(port: number, user = 'alice'): Promise<LineClient> {
  const client = await connectSecure(port);
  const reply = await sendCommand(client, `AUTH PLAIN ${plain(user)}`);
  if (!reply?.startsWith('235')) throw new Error(`The login failed: ${reply}`);
  return client;
}
