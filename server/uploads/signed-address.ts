import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PictureKind } from '../../contract/pictures.ts';
import { PICTURE_KINDS } from '../../contract/pictures.ts';
import { deriveKeys } from '../platform/crypto/secrets.ts';

/** What the address of an upload says, all of it signed. */
export interface UploadTicket {
  id: string;
  owner: number;
  kind: PictureKind;
  expires: Date;
  /** What the file must say it is, and be long, where that was named. */
  type?: string | undefined;
  length?: number | undefined;
}

/** The path below which files are sent. */
export const UPLOADS = '/media/uploads/';

/** Makes and reads the signed addresses of uploads. The first secret signs, any verifies. */
export function uploadAddresses(origin: string, secrets: string[]) {
  const keys = deriveKeys(secrets, 'uploads');
  const signatures = (id: string, query: string) =>
    keys.map((key) => createHmac('sha256', key).update(`${id}?${query}`).digest());

  return {
    write({ id, owner, kind, expires, type, length }: UploadTicket): string {
      const query = new URLSearchParams({ owner: String(owner), kind, expires: String(expires.getTime()) });
      if (type !== undefined) query.set('type', type);
      if (length !== undefined) query.set('length', String(length));
      const signature = signatures(id, String(query))[0]?.toString('base64url') ?? '';
      return `${origin}${UPLOADS}${id}?${query}&signature=${signature}`;
    },

    /** The ticket of a path and its query as they came; null where we did not sign it so. */
    read(address: string): UploadTicket | null {
      const match = /^\/media\/uploads\/([\w-]{1,64})\?(.*)&signature=([\w-]{43})$/.exec(address);
      if (!match) return null;
      const [, id = '', text = '', signature = ''] = match;
      const given = Buffer.from(signature, 'base64url');
      // Every key is tried, so that the time says nothing.
      const ours = signatures(id, text).filter((one) => one.length === given.length && timingSafeEqual(one, given));
      if (ours.length === 0) return null;
      const query = new URLSearchParams(text);
      const kind = PICTURE_KINDS.find((one) => one === query.get('kind'));
      if (!kind) return null;
      const length = query.get('length');
      return {
        id,
        owner: Number(query.get('owner')),
        kind,
        expires: new Date(Number(query.get('expires'))),
        type: query.get('type') ?? undefined,
        length: length === null ? undefined : Number(length),
      };
    },

    /** The part of an absolute address that `read` reads; null for one that is no address of an upload here. */
    within(address: string): string | null {
      return address.startsWith(`${origin}${UPLOADS}`) ? address.slice(origin.length) : null;
    },
  };
}

export type UploadAddresses = ReturnType<typeof uploadAddresses>;
