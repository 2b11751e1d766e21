import { randomBytes } from 'node:crypto';
import type { Contacts, Correspondent } from '../../mail/host/contacts.ts';
import type { Directory } from '../../mail/host/directory.ts';
import { base32 } from '../../mail/message/base32.ts';

interface StoredContact extends Correspondent {
  key: string;
  local: string;
  isBlocked: boolean;
}

export interface MemoryContacts extends Contacts {
  stored: StoredContact[];
  /** The recorded uses, such as `received alice carol@senders.test Carol`. */
  uses: string[];
  allowInboxInText: boolean;
  /** Inboxes of members: of managers, who may use reply addresses, and of editors, who may not. */
  team: { managers: string[]; editors: string[] };
  /** If not null, calls reject with this error. */
  failure: Error | null;
  /** The reply address of a person at a handle, created if needed. */
  addressOf(key: string, address: string, name?: string): Promise<string>;
}

/** Contacts in memory, whose handles are those of the directory. */
export function createMemoryContacts(directory: Directory, domain: string): MemoryContacts {
  function localOf(key: string, { address, name }: Correspondent): string {
    const known = contacts.stored.find((one) => one.key === key && one.address === address);
    if (known) return known.local;
    const local = `reply-${base32(randomBytes(17)).slice(0, 26)}`;
    contacts.stored.push({ key, address, name, local, isBlocked: false });
    return local;
  }

  const contacts: MemoryContacts = {
    stored: [],
    uses: [],
    allowInboxInText: false,
    team: { managers: [], editors: [] },
    failure: null,

    async replyAddresses(key, people) {
      if (contacts.failure) throw contacts.failure;
      return people.map((person) => localOf(key, person));
    },

    async find(local) {
      if (contacts.failure) throw contacts.failure;
      const found = contacts.stored.find((one) => one.local === local && !one.isBlocked);
      const resolution = found && (await directory.resolve(found.key));
      if (!found || resolution?.kind !== 'forward') return null;
      const { key, address, name } = found;
      const own = [resolution.destination, resolution.policy?.backup].filter((one) => typeof one === 'string');
      const { managers, editors: readers } = contacts.team;
      const inboxes = [...own, ...managers];
      const handle = { key, handleAddress: `${key}@${domain}`, handleName: 'Alice of the Hills' };
      return { ...handle, contact: { address, name }, inboxes, readers, allowInboxInText: contacts.allowInboxInText };
    },

    received: (key, { address, name }) => void contacts.uses.push(`received ${key} ${address} ${name}`),
    sent: (key, addresses) => void contacts.uses.push(`sent ${key} ${addresses.join(' ')}`),
    addressOf: async (key, address, name = '') => `${localOf(key, { address, name })}@${domain}`,
  };
  return contacts;
}
