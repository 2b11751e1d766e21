import { createHmac, timingSafeEqual } from 'node:crypto';
import { UPLOAD_KINDS, type UploadKind } from '../../contract/pictures.ts';
import { deriveKeys } from '../platform/crypto/secrets.ts';

/** The signed parameters of an upload address. */
export interface UploadTicket {
  id: string;
  owner: number;
  kind: UploadKind;
  /** The handle of the picture; undefined for a picture of the account or the site. */
  handleId?: number | undefined;
  expires: Date;
  /** The Content-Type and Content-Length that the upload must have, if the client announced them. */
  type?: string | undefined;
  length?: number | undefined;
}

/** Path prefix of upload addresses. */
export const UPLOADS = '/media/uploads/';

/** Creates and verifies the signed addresses of uploads. The first secret signs; all of them verify. */
export function uploadAddresses(origin: string, secrets: string[]) {
  const keys = deriveKeys(secrets, 'uploads');
  const signatures = (id: string, query: string) =>
    keys.map((key) => createHmac('sha256', key).update(`${id}?${query}`).digest('base64url'));

  return {
    write({ id, owner, kind, handleId, expires, type, length }: UploadTicket): string {
      const query = new URLSearchParams({ owner: String(owner), kind, expires: String(expires.getTime()) });
      if (handleId !== undefined) query.set('handle', String(handleId));
      if (type !== undefined) query.set('type', type);
      if (length !== undefined) query.set('length', String(length));
      return `${origin}${UPLOADS}${id}?${query}&signature=${signatures(id, String(query))[0]}`;
    },

    /** Returns the ticket of a path with its query; null if the signature is invalid. */
    read(address: string): UploadTicket | null {
      const match = /^\/media\/uploads\/([\w-]{1,64})\?(.*)&signature=([\w-]{43})$/.exec(address);
      if (!match) return null;
      const [, id, text, signature] = match as unknown as [string, string, string, string];
      const given = Buffer.from(signature);
      // Every key is tried, so that the time does not reveal which one matches.
      const ours = signatures(id, text).filter((one) => timingSafeEqual(Buffer.from(one), given));
      if (ours.length === 0) return null;
      const query = new URLSearchParams(text);
      const kind = UPLOAD_KINDS.find((one) => one === query.get('kind'));
      if (!kind) return null;
      const [handleId, length] = [query.get('handle'), query.get('length')];
      return {
        id,
        owner: Number(query.get('owner')),
        kind,
        handleId: handleId === null ? undefined : Number(handleId),
        expires: new Date(Number(query.get('expires'))),
        type: query.get('type') ?? undefined,
        length: length === null ? undefined : Number(length),
      };
    },

    /** Returns the path and query of an absolute upload address; null for any other address. */
    pathOf(address: string): string | null {
      return address.startsWith(`${origin}${UPLOADS}`) ? address.slice(origin.length) : null;
    },
  };
}

export type UploadAddresses = ReturnType<typeof uploadAddresses>;
