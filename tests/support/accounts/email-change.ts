import { expect } from 'vitest';
import { linkIn, Person } from '../api/person.ts';
import type { TestServer } from '../server/test-server.ts';

/** The emails that were sent, by their reader. */
export async function mailedTo(server: TestServer) {
  return Object.fromEntries((await server.sentEmails()).map((sent) => [sent.sentTo, sent]));
}

/** Asks to change the sign-in address and returns the links to the old and the new address. */
export async function askForChange(server: TestServer, person: Person, from: string, to: string) {
  await server.sentEmails();
  const { status, text } = await person.request('POST', '/api/account/email', { email: to });
  expect([status, text]).toEqual([202, expect.any(String)]);
  const mailed = await mailedTo(server);
  return { old: linkIn(mailed[from]?.text), new: linkIn(mailed[to]?.text) };
}

/** Presses the button of a link in a browser and returns the text of the page that follows. */
export async function press(server: TestServer, link: string, person = new Person(server)): Promise<string> {
  const pressed = await person.request('POST', link);
  const page = pressed.status === 303 ? await person.request('GET', link.replace(/\?.*/, '')) : pressed;
  return textOf(page.text);
}

/** Returns the text of the page behind a link. */
export const textOf = (html: string) => html.replace(/<style[^>]*>.*?<\/style>|<[^>]*>/gs, ' ').replace(/\s+/g, ' ');

/** Changes the sign-in address by both links in another browser, and returns the link that undoes the change. */
export async function changeAddress(server: TestServer, person: Person, from: string, to: string): Promise<string> {
  const links = await askForChange(server, person, from, to);
  await press(server, links.old);
  expect(await press(server, links.new)).toContain(`You sign in as ${to} now`);
  return linkIn((await mailedTo(server))[from]?.text);
}
