import path from 'node:path';
import type { Config } from '../config/config.ts';
import { diskStorage } from './disk-storage.ts';
import type { Storage } from './storage.ts';

/** Opens the storage that the settings select: a bucket, else a folder in DATA_DIR. */
export async function openStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<Storage> {
  if (!s3) return diskStorage(path.join(dataDir, 'objects'));
  // Loaded on demand: Amazon's library is large, and most installations do not need it.
  const { s3Storage } = await import('./s3-storage.ts');
  return s3Storage(s3);
}
