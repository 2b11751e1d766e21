import { reading } from '../metrics/reading.ts';
import { readDiskSpace } from './disk-space.ts';

const disks = reading('disk', [
  {
    name: 'nameplate_disk_free_bytes',
    help: 'Bytes that can be written to the disk of a folder',
    labels: ['folder'],
  },
  {
    name: 'nameplate_disk_free_ratio',
    help: 'The free part of the disk of a folder, by bytes or by files, whichever is less',
    labels: ['folder'],
  },
]);

/** Measures the disks of folders, by the setting of each, at each scrape. */
export function measureDisks(folders: Record<string, string>): void {
  disks.use(async () => {
    const found = await Promise.all(
      Object.entries(folders).map(async ([folder, path]) => ({ labels: { folder }, ...(await readDiskSpace(path)) })),
    );
    return {
      nameplate_disk_free_bytes: found.map(({ labels, freeBytes: value }) => ({ labels, value })),
      nameplate_disk_free_ratio: found.map(({ labels, freeShare: value }) => ({ labels, value })),
    };
  });
}
