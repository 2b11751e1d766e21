import { createHmac } from 'node:crypto';
import type { Clock } from '../host/runtime.ts';
import type { SenderTokens } from '../host/shared-state.ts';
import { base32 } from '../message/base32.ts';
import { threadIds } from '../message/threads/thread-ids.ts';
import { DAY } from '../message/time.ts';

/** Number of days for which an original id can be looked up by our id. */
const KEPT_DAYS = 180;
const MAX_ID_LENGTH = 500;
/** Number of ids in References that are looked up, newest first; older ids of a longer thread stay unchanged. */
const MAX_LOOKUPS = 20;
const TOKEN = /<([a-z2-7]{26})@([^<>@]+)>/;

export interface MessageIdsOptions {
  domain: string;
  /** The first secret creates ids; all secrets find them. */
  secrets: string[];
  tokens: SenderTokens;
  clock: Clock;
}

/**
 * Replaces the Message-IDs of replies, which name the provider of the inbox, with our ids, and restores the original
 * ids in forwarded answers. Mail programs on both sides therefore show one conversation. All copies of a message have
 * the same id.
 */
export class MessageIds {
  readonly #options: MessageIdsOptions;

  constructor(options: MessageIdsOptions) {
    this.#options = options;
  }

  /** Returns our id for the id of a message that the handle sends, and stores it. */
  async replace(key: string, id: string): Promise<string> {
    const { secrets, tokens, clock } = this.#options;
    const token = this.#token(secrets[0] ?? '', key, id);
    if (id.length <= MAX_ID_LENGTH) {
      await tokens.put(token, JSON.stringify([key, id]), new Date(clock().getTime() + KEPT_DAYS * DAY));
    }
    return `<${token}@${this.#options.domain}>`;
  }

  /** Returns our ids for the ids in In-Reply-To and References that `replace` has stored for this handle. */
  async ownIdsIn(head: Buffer, key: string): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const id of threadIds(head).slice(0, MAX_LOOKUPS)) {
      for (const secret of this.#options.secrets) {
        const token = this.#token(secret, key, id);
        if ((await this.#lookUp(token, key)) !== id) continue;
        found.set(id, `<${token}@${this.#options.domain}>`);
        break;
      }
    }
    return found;
  }

  /** Returns the original ids for our ids of this handle in In-Reply-To and References. */
  async originalIdsIn(head: Buffer, key: string): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const id of threadIds(head).slice(0, MAX_LOOKUPS)) {
      const match = TOKEN.exec(id);
      if (match?.[1] === undefined || match[2] !== this.#options.domain) continue;
      const original = await this.#lookUp(match[1], key);
      if (original !== null) found.set(id, original);
    }
    return found;
  }

  async #lookUp(token: string, key: string): Promise<string | null> {
    const stored = await this.#options.tokens.get(token);
    if (stored === null) return null;
    const [owner, id] = JSON.parse(stored) as [string, string];
    return owner === key ? id : null;
  }

  #token(secret: string, key: string, id: string): string {
    return base32(createHmac('sha256', secret).update(`message id\n${key}\n${id}`).digest()).slice(0, 26);
  }
}
